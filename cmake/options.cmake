# Options that do not go together are refused here, each with its reason.
function(needs option reason)
    if(NOT ${option})
        return()
    endif()
    foreach(other IN LISTS ARGN)
        if(NOT ${other})
            message(FATAL_ERROR "${option}=ON needs ${other}=ON: ${reason}")
        endif()
    endforeach()
endfunction()

needs(DUNLIN_LIVE "the live page is served by the program, from a session" DUNLIN_PROGRAM DUNLIN_SESSION)
needs(DUNLIN_PROGRAM "the program runs threads; build the library alone with DUNLIN_PROGRAM=OFF" DUNLIN_THREADS)
needs(DUNLIN_TESTS "the tests are those of the whole library; build without them with DUNLIN_TESTS=OFF"
      DUNLIN_RENDER DUNLIN_THREADS DUNLIN_SESSION)
