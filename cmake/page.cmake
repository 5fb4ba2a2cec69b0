# The page that `dunlin live` serves: the core as a WebAssembly module (bindings/wasm) and the page round it (web/), built
# into the folder page/ beside the program by the target `dunlin_page`. The program does not depend on it: it finds the
# folder when it starts, so that building the program takes no browser tools. Each part is made again only when what it is
# made of has changed.
set(DUNLIN_PAGE "" CACHE PATH "A folder with the built page, to copy instead of building it; empty: build it")

set(page_folder "${PROJECT_BINARY_DIR}/page")
set(page_step_module "${PROJECT_BINARY_DIR}/page-module.stamp")
set(page_step_page "${PROJECT_BINARY_DIR}/page.stamp")

# The stamp of the module's build; the same folder and the same script as the target dunlin_wasm.
function(make_module out)
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS
         "${PROJECT_SOURCE_DIR}/src/dunlin/*" "${PROJECT_SOURCE_DIR}/include/dunlin/*" "${PROJECT_SOURCE_DIR}/scenarios/*.toml"
         "${PROJECT_SOURCE_DIR}/bindings/wasm/*")
    add_custom_command(
        OUTPUT "${page_step_module}"
        COMMAND "${CMAKE_COMMAND}" "-DSOURCE=${PROJECT_SOURCE_DIR}" "-DBINARY=${PROJECT_BINARY_DIR}/wasm"
                "-DGENERATOR=${CMAKE_GENERATOR}" -P "${PROJECT_SOURCE_DIR}/bindings/wasm/build.cmake"
        COMMAND "${CMAKE_COMMAND}" -E touch "${page_step_module}"
        DEPENDS ${sources} "${PROJECT_SOURCE_DIR}/CMakeLists.txt" "${PROJECT_SOURCE_DIR}/CMakePresets.json"
                "${PROJECT_SOURCE_DIR}/cmake/wasm32.cmake" "${PROJECT_SOURCE_DIR}/cmake/families.cmake"
        COMMENT "The core as a WebAssembly module"
        USES_TERMINAL VERBATIM)  # one terminal: it cannot run beside the target dunlin_wasm
    set(${out} "${page_step_module}" PARENT_SCOPE)
endfunction()

# npm is looked for when the page is built, not before: `make live` installs it into a build folder that `make run` made.
function(make_page)
    make_module(module)
    set(web "${PROJECT_SOURCE_DIR}/web")
    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${web}/src/*" "${web}/public/*")
    file(GLOB parts CONFIGURE_DEPENDS "${web}/*.html" "${web}/*.json" "${web}/*.ts" "${web}/*.mjs")
    list(APPEND parts "${PROJECT_SOURCE_DIR}/src/dunlin/render/drawing.json")
    set(packages "${PROJECT_BINARY_DIR}/page-packages.stamp")
    add_custom_command(
        OUTPUT "${packages}"
        COMMAND sh "${PROJECT_SOURCE_DIR}/tools/packages.sh"
        COMMAND "${CMAKE_COMMAND}" -E touch "${packages}"
        DEPENDS "${web}/package-lock.json" "${PROJECT_SOURCE_DIR}/tools/packages.sh"
        VERBATIM)
    add_custom_command(
        OUTPUT "${page_step_page}"
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${page_folder}"
        COMMAND "${CMAKE_COMMAND}" -E env "DUNLIN_WASM=${PROJECT_BINARY_DIR}/wasm" "DUNLIN_PAGE_OUT=${page_folder}"
                npm run --silent build
        COMMAND "${CMAKE_COMMAND}" -E touch "${page_step_page}"
        WORKING_DIRECTORY "${web}"
        DEPENDS "${module}" "${packages}" ${sources} ${parts}
        COMMENT "The page"
        USES_TERMINAL VERBATIM)
endfunction()

function(copy_page from)
    if(NOT EXISTS "${from}/index.html")
        message(FATAL_ERROR "DUNLIN_PAGE: ${from} has no index.html")
    endif()
    file(GLOB_RECURSE files CONFIGURE_DEPENDS "${from}/*")
    add_custom_command(
        OUTPUT "${page_step_page}"
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${page_folder}"
        COMMAND "${CMAKE_COMMAND}" -E copy_directory "${from}" "${page_folder}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${page_step_page}"
        DEPENDS ${files}
        VERBATIM)
endfunction()

if(DUNLIN_PAGE)
    copy_page("${DUNLIN_PAGE}")
else()
    make_page()
endif()
add_custom_target(dunlin_page ALL DEPENDS "${page_step_page}")
if(DUNLIN_INSTALL)
    install(DIRECTORY "${page_folder}/" DESTINATION "${CMAKE_INSTALL_DATADIR}/dunlin/page" OPTIONAL)
endif()
