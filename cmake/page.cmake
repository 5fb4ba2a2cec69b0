# The page inside the program: the core as a module (bindings/wasm), the page round it (web/), and all its files as data of
# one unit. Each is made again only when what it is made of has changed.
set(DUNLIN_PAGE "" CACHE PATH "A folder with the built page, to embed instead of building it; empty: build it")

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

function(make_page out folder)
    find_program(DUNLIN_NPM NAMES npm DOC "Builds the page")
    if(NOT DUNLIN_NPM)
        message(FATAL_ERROR "The live page is built by npm, which is not here: run tools/deps.sh, give a built page by "
                            "-DDUNLIN_PAGE=FOLDER, or configure with -DDUNLIN_LIVE=OFF")
    endif()
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
        COMMAND "${CMAKE_COMMAND}" -E rm -rf "${folder}"
        COMMAND "${CMAKE_COMMAND}" -E env "DUNLIN_WASM=${PROJECT_BINARY_DIR}/wasm" "DUNLIN_PAGE_OUT=${folder}"
                "${DUNLIN_NPM}" run --silent build
        COMMAND "${CMAKE_COMMAND}" -E touch "${page_step_page}"
        WORKING_DIRECTORY "${web}"
        DEPENDS "${module}" "${packages}" ${sources} ${parts}
        COMMENT "The page"
        USES_TERMINAL VERBATIM)
    set(${out} "${page_step_page}" PARENT_SCOPE)
endfunction()

# Makes the page's files part of `target`, as page_files() of apps/server/page.hpp.
function(embed_page target)
    if(DUNLIN_PAGE)
        set(folder "${DUNLIN_PAGE}")
        file(GLOB_RECURSE stamp CONFIGURE_DEPENDS "${folder}/*")
        if(NOT EXISTS "${folder}/index.html")
            message(FATAL_ERROR "DUNLIN_PAGE: ${folder} has no index.html")
        endif()
    else()
        set(folder "${PROJECT_BINARY_DIR}/page")
        make_page(stamp "${folder}")
    endif()
    set(unit "${PROJECT_BINARY_DIR}/generated/page_files.cpp")
    add_custom_command(
        OUTPUT "${unit}"
        COMMAND "${CMAKE_COMMAND}" "-DFOLDER=${folder}" "-DUNIT=${unit}" -P "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake"
        DEPENDS ${stamp} "${PROJECT_SOURCE_DIR}/cmake/embed_page.cmake"
        VERBATIM)
    target_sources(${target} PRIVATE "${unit}")
endfunction()
