# What a packager and a consumer get: the library, its headers, dunlin::dunlin for find_package, dunlin.pc for pkg-config.
# Nothing is asked of a consumer's compiler but C++20: the bits are made inside the library.
include(CMakePackageConfigHelpers)
set(package "${CMAKE_INSTALL_LIBDIR}/cmake/dunlin")

install(TARGETS dunlin EXPORT dunlinTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
        RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY include/dunlin DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# The sources of the library: find_package compiles them for a project that sets DUNLIN_MODELS. Kernels are compiled for a
# model together with each instruction set, so a library that is compiled already cannot take another one.
set(sources "${CMAKE_INSTALL_DATADIR}/dunlin/source")
install(FILES CMakeLists.txt LICENSE "${generated}/COMMIT" DESTINATION "${sources}")
install(DIRECTORY cmake include scenarios src DESTINATION "${sources}")
install(FILES bindings/wasm/CMakeLists.txt DESTINATION "${sources}/bindings/wasm")
install(EXPORT dunlinTargets NAMESPACE dunlin:: DESTINATION "${package}")

# A static library passes on what it needs to link; a shared one has it already.
get_target_property(kind dunlin TYPE)
set(DUNLIN_NEEDS_TBB OFF)
set(DUNLIN_NEEDS_THREADS OFF)
set(DUNLIN_NEEDS_CAIRO OFF)
set(needs "")
if(DUNLIN_THREADS AND DUNLIN_TBB)
    list(APPEND needs tbb)
endif()
if(DUNLIN_RENDER)
    list(APPEND needs cairo)
endif()
list(JOIN needs ", " needs)
set(DUNLIN_PC_REQUIRES "")
set(DUNLIN_PC_LIBRARIES "")
if(kind STREQUAL "STATIC_LIBRARY")
    if(DUNLIN_THREADS AND DUNLIN_TBB)
        set(DUNLIN_NEEDS_TBB ON)
    elseif(DUNLIN_THREADS)
        set(DUNLIN_NEEDS_THREADS ON)
        set(DUNLIN_PC_LIBRARIES "-pthread")
    endif()
    set(DUNLIN_NEEDS_CAIRO "${DUNLIN_RENDER}")
    set(DUNLIN_PC_REQUIRES "${needs}")
else()
    file(RELATIVE_PATH up "/${CMAKE_INSTALL_BINDIR}" "/${CMAKE_INSTALL_LIBDIR}")
    set(CMAKE_INSTALL_RPATH "$ORIGIN/${up}")  # the program finds it wherever both are installed
endif()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/dunlinConfig.cmake.in" "${generated}/dunlinConfig.cmake"
                              INSTALL_DESTINATION "${package}" PATH_VARS sources)
# Before 1.0 a minor version may change the API.
write_basic_package_version_file("${generated}/dunlinConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${generated}/dunlinConfig.cmake" "${generated}/dunlinConfigVersion.cmake" DESTINATION "${package}")

# dunlin.pc finds its prefix from where it lies, so that the installed tree can be moved.
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY "${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE libdir)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY "${libdir}/pkgconfig" OUTPUT_VARIABLE DUNLIN_PC_UP)
configure_file("${CMAKE_CURRENT_LIST_DIR}/dunlin.pc.in" "${generated}/dunlin.pc" @ONLY)
install(FILES "${generated}/dunlin.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
