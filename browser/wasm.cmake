# Compiles for WebAssembly as Pyodide's extensions are compiled: with Zig's Clang and Emscripten's headers.
# The caller names SAPPER_ZIG (the program), SAPPER_HEADERS (the folder of the system's headers)
# and SAPPER_NANOBIND (nanobind's own folder).
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SAPPER_ZIG SAPPER_HEADERS SAPPER_NANOBIND)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(SAPPER_WASM ON)

cmake_path(GET SAPPER_ZIG PARENT_PATH ZIG_FOLDER)
set(CMAKE_CXX_COMPILER ${SAPPER_ZIG} clang)
set(CMAKE_CXX_ARCHIVE_CREATE "${SAPPER_ZIG} ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "${SAPPER_ZIG} ranlib <TARGET>")
set(CMAKE_CXX_FLAGS_INIT "--target=wasm32-unknown-emscripten -fwasm-exceptions -mllvm -wasm-enable-sjlj")
string(APPEND CMAKE_CXX_FLAGS_INIT " -msimd128") # searches go over whole rows of bytes
string(APPEND CMAKE_CXX_FLAGS_INIT " -ffunction-sections -fdata-sections -nostdinc -nostdinc++")
foreach(FOLDER ${SAPPER_HEADERS}/c++/v1 ${ZIG_FOLDER}/lib/include ${SAPPER_HEADERS} ${SAPPER_HEADERS}/compat)
  string(APPEND CMAKE_CXX_FLAGS_INIT " -isystem ${FOLDER}")
endforeach()
set(CMAKE_CXX_FLAGS_RELEASE_INIT "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG" CACHE STRING "")

# One thread: there is no library of threads to look for.
set(CMAKE_HAVE_PTHREAD_H 1 CACHE INTERNAL "")
set(CMAKE_HAVE_LIBC_PTHREAD 1 CACHE INTERNAL "")

# A module that another program loads is linked by the linker alone.
set(CMAKE_CXX_LINK_EXECUTABLE "${SAPPER_ZIG} wasm-ld <LINK_FLAGS> <OBJECTS> -o <TARGET>")
set(CMAKE_EXECUTABLE_SUFFIX_CXX .so)
