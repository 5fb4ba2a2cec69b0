# borrow_headers(OUT hwy/highway.h toml++/toml.h ...): a folder with these header-only libraries of the machine that builds, and
# nothing else of its /usr/include, whose headers of the C library are not those of the system that is built for.
function(borrow_headers out)
    set(folder "${PROJECT_BINARY_DIR}/headers")
    file(MAKE_DIRECTORY "${folder}")
    foreach(header IN LISTS ARGN)
        get_filename_component(library "${header}" DIRECTORY)
        find_path(DUNLIN_HEADERS_${library} "${header}" PATHS /usr/include /usr/local/include REQUIRED NO_CMAKE_FIND_ROOT_PATH)
        file(CREATE_LINK "${DUNLIN_HEADERS_${library}}/${library}" "${folder}/${library}" SYMBOLIC)
    endforeach()
    set(${out} "${folder}" PARENT_SCOPE)
endfunction()
