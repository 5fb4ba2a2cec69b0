# cmake -DSOURCE=... -DBINARY=... [-DGENERATOR=Ninja] -P build.cmake: the modules, and dunlin.mjs, in BINARY.
if(NOT GENERATOR)
    set(GENERATOR Ninja)
endif()
foreach(preset wasm wasm-threads)
    execute_process(
        COMMAND "${CMAKE_COMMAND}" --preset ${preset} -G "${GENERATOR}" -S "${SOURCE}" -B "${BINARY}/${preset}"
                "-DDUNLIN_WASM_OUT=${BINARY}" --log-level=WARNING
        WORKING_DIRECTORY "${SOURCE}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY}/${preset}" --target dunlin_wasm --parallel
                    COMMAND_ERROR_IS_FATAL ANY)
endforeach()
