# cmake -DSOURCE=... -DBINARY=... [-DGENERATOR=Ninja] -P build.cmake: BINARY/dunlin.wasm and BINARY/dunlin.mjs.
if(NOT GENERATOR)
    set(GENERATOR Ninja)
endif()
execute_process(
    COMMAND "${CMAKE_COMMAND}" --preset wasm -G "${GENERATOR}" -S "${SOURCE}" -B "${BINARY}" --log-level=WARNING
    WORKING_DIRECTORY "${SOURCE}" OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${BINARY}" --target dunlin_wasm --parallel COMMAND_ERROR_IS_FATAL ANY)
