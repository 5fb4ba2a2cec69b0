# A family is a folder, a member is a file in it, its contract is the one file in the singular. This finds the members
# and writes the tables and the units to compile: adding a file is all it takes to add a model or an influence.

# name_of_type(OUT couzin_zones) -> CouzinZones
function(type_name out name)
    string(REPLACE "_" ";" words "${name}")
    set(type "")
    foreach(word IN LISTS words)
        string(SUBSTRING "${word}" 0 1 head)
        string(SUBSTRING "${word}" 1 -1 tail)
        string(TOUPPER "${head}" head)
        string(APPEND type "${head}${tail}")
    endforeach()
    set(${out} "${type}" PARENT_SCOPE)
endfunction()

function(family_members out folder contract)
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*.hpp")
    set(names "")
    foreach(file IN LISTS files)
        get_filename_component(name "${file}" NAME_WE)
        if(NOT name STREQUAL contract)
            list(APPEND names "${name}")
        endif()
    endforeach()
    list(SORT names)
    set(${out} "${names}" PARENT_SCOPE)
endfunction()

set(DUNLIN_MODELS "" CACHE STRING "Folders with further models of yours, one .hpp file each; see examples/own_model")
set(DUNLIN_SIMD "" CACHE STRING
    "Compile for these instruction sets and for plain numbers, e.g. \"avx512;avx2\"; \"none\": for plain numbers only; empty: for all")

# The instruction sets to compile for: name | namespace | Highway target | how to ask the machine. avx512full takes whole
# registers of AVX-512, others at most 32 bytes of them (docs/engine.md, "Lanes"). It is for machines that compute with a
# whole one at once: of those, the ones that AVX512-VP2INTERSECT tells (AMD Zen 5) gain by it. Single precision only.
function(instruction_sets out)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "wasm32")
        set(sets "simd128|wasm|HWY_WASM|true")
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
        set(avx512 "__builtin_cpu_supports(\"avx512f\") && __builtin_cpu_supports(\"avx512vl\") && __builtin_cpu_supports(\"avx512dq\") && __builtin_cpu_supports(\"avx512bw\")")
        set(avx2 "__builtin_cpu_supports(\"avx2\") && __builtin_cpu_supports(\"fma\") && __builtin_cpu_supports(\"bmi2\")")
        set(sets "avx512full|avx512full|HWY_AVX3|${avx512} && __builtin_cpu_supports(\"avx512vp2intersect\")"
                 "avx512|avx512|HWY_AVX3|${avx512}"
                 "avx2|avx2|HWY_AVX2|${avx2}"
                 "sse4|sse4|HWY_SSE4|__builtin_cpu_supports(\"sse4.2\")")
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
        set(sets "neon|neon|HWY_NEON|true")
    endif()
    if(DUNLIN_SIMD)
        set(known none)
        foreach(set IN LISTS sets)
            string(REGEX REPLACE "[|].*" "" name "${set}")
            list(APPEND known "${name}")
        endforeach()
        foreach(name IN LISTS DUNLIN_SIMD)
            if(NOT name IN_LIST known)
                list(JOIN known ", " known)
                message(FATAL_ERROR "DUNLIN_SIMD: ${name} is no instruction set of ${CMAKE_SYSTEM_PROCESSOR}; expected one "
                                    "or more of ${known}")
            endif()
        endforeach()
        list(JOIN DUNLIN_SIMD "|" names)
        list(FILTER sets INCLUDE REGEX "^(${names})[|]")
    endif()
    if(NOT CMAKE_SYSTEM_PROCESSOR MATCHES "wasm32")  # every engine that takes the module has simd128
        list(APPEND sets "scalar|plain||true")
    endif()
    set(${out} "${sets}" PARENT_SCOPE)
endfunction()

# Writes every generated file below `into`; `out` receives the units to compile.
function(write_family_tables out source into)
    family_members(models "${source}/models" model)
    foreach(folder IN LISTS DUNLIN_MODELS)
        get_filename_component(folder "${folder}" ABSOLUTE BASE_DIR "${CMAKE_SOURCE_DIR}")
        family_members(further "${folder}" "")
        if(NOT further)
            message(FATAL_ERROR "DUNLIN_MODELS: ${folder} has no model, which is a .hpp file")
        endif()
        foreach(model IN LISTS further)
            if(model IN_LIST models)
                message(FATAL_ERROR "DUNLIN_MODELS: ${folder}/${model}.hpp: there is a model of that name already")
            endif()
            list(APPEND models "${model}")
            set(file_of_${model} "${folder}/${model}.hpp")
        endforeach()
    endforeach()
    foreach(model IN LISTS models)
        if(NOT DEFINED file_of_${model})
            set(file_of_${model} "dunlin/models/${model}.hpp")
        endif()
    endforeach()
    family_members(influences "${source}/influences" influence)
    family_members(observables "${source}/observe" observable)
    instruction_sets(sets)
    set(units "")

    set(includes "")
    set(types "")
    set(INFLUENCE_ROWS "")
    foreach(influence IN LISTS influences)
        type_name(type "${influence}")
        string(APPEND includes "#include \"dunlin/influences/${influence}.hpp\"\n")
        list(APPEND types "${type}")
        string(APPEND INFLUENCE_ROWS "        row<plain::${type}>(),\n")
    endforeach()
    string(REPLACE ";" ", " types "${types}")
    file(CONFIGURE OUTPUT "${into}/dunlin/influence_list.hpp" CONTENT
"// Made by CMake from the files of influences/.
#pragma once

${includes}
namespace dunlin::DUNLIN_LANES {
template <class...>
struct InfluenceList {};
using Influences = InfluenceList<${types}>;
}  // namespace dunlin::DUNLIN_LANES
")

    set(includes "")
    set(OBSERVABLE_ROWS "")
    foreach(observable IN LISTS observables)
        type_name(type "${observable}")
        string(APPEND includes "#include \"dunlin/observe/${observable}.hpp\"\n")
        string(APPEND OBSERVABLE_ROWS "    f(static_cast<${type}*>(nullptr));\n")
    endforeach()
    file(CONFIGURE OUTPUT "${into}/dunlin/observable_list.hpp" CONTENT
"// Made by CMake from the files of observe/.
#pragma once

${includes}
namespace dunlin {
template <class F>
void for_each_observable(F&& f) {
${OBSERVABLE_ROWS}}
}  // namespace dunlin
")

    set(MODEL_DECLARATIONS "")
    set(MODEL_ROWS "")
    foreach(MODEL IN LISTS models)
        set(MODEL_FILE "${file_of_${MODEL}}")
        type_name(MODEL_TYPE "${MODEL}")
        configure_file("${source}/step/model_unit.cpp.in" "${into}/model_${MODEL}.cpp" @ONLY)
        list(APPEND units "${into}/model_${MODEL}.cpp")
        string(APPEND MODEL_DECLARATIONS "extern const ModelEntry model_${MODEL};\n")
        string(APPEND MODEL_ROWS "        &model_${MODEL},\n")
    endforeach()

    set(OBSERVE_DECLARATIONS "")
    set(OBSERVE_ROWS "")
    set(SET_DECLARATIONS "")
    set(SET_TABLES "")
    set(SET_ROWS "")
    foreach(set IN LISTS sets)
        string(REGEX MATCH "^([^|]*)[|]([^|]*)[|]([^|]*)[|](.*)$" ignored "${set}")
        set(SET "${CMAKE_MATCH_1}")
        set(NAMESPACE "${CMAKE_MATCH_2}")
        set(hwy "${CMAKE_MATCH_3}")
        set(ask "${CMAKE_MATCH_4}")
        if(hwy)
            set(HWY_LINE "#define DUNLIN_HWY_TARGET ${hwy}")
            set(LANE_SINGLE "Lanes<float>")
            set(LANE_DOUBLE "Lanes<double>")
            if(hwy STREQUAL "HWY_WASM")  # Highway 1.0 has no doubles for WebAssembly
                set(LANE_DOUBLE "double")
            elseif(SET STREQUAL "avx512full")
                string(APPEND HWY_LINE "\n#define DUNLIN_LANE_BYTES 64")
            endif()
        else()
            set(HWY_LINE "// plain numbers, one at a time")
            set(LANE_SINGLE "float")
            set(LANE_DOUBLE "double")
        endif()
        configure_file("${source}/step/common_unit.cpp.in" "${into}/common_${SET}.cpp" @ONLY)
        list(APPEND units "${into}/common_${SET}.cpp")
        string(APPEND SET_DECLARATIONS "namespace ${NAMESPACE} {\nextern const CommonKernels common_kernels;\n}\n")
        string(APPEND SET_TABLES "const ModelKernels* const ${NAMESPACE}_table[] = {\n")
        foreach(MODEL IN LISTS models)
            set(MODEL_FILE "${file_of_${MODEL}}")
            type_name(MODEL_TYPE "${MODEL}")
            set(STATIONS_DOUBLE "{}, {}")
            if(NOT SET STREQUAL "avx512full")
                string(CONCAT STATIONS_DOUBLE
                       "{&perceive<${MODEL_TYPE}, 2, ${LANE_DOUBLE}>, &advance<${MODEL_TYPE}, 2, ${LANE_DOUBLE}>}"
                       ",\n    {&perceive<${MODEL_TYPE}, 3, ${LANE_DOUBLE}>, &advance<${MODEL_TYPE}, 3, ${LANE_DOUBLE}>}")
            endif()
            configure_file("${source}/step/kernel_unit.cpp.in" "${into}/${MODEL}_${SET}.cpp" @ONLY)
            list(APPEND units "${into}/${MODEL}_${SET}.cpp")
            string(APPEND SET_DECLARATIONS
                   "namespace ${NAMESPACE} {\nextern const ModelKernels kernels_of_${MODEL};\n}\n")
            string(APPEND SET_TABLES "    &${NAMESPACE}::kernels_of_${MODEL},\n")
        endforeach()
        string(APPEND SET_TABLES "};\n")
        configure_file("${source}/observe/passes/kernel_unit.cpp.in" "${into}/observe_${SET}.cpp" @ONLY)
        list(APPEND units "${into}/observe_${SET}.cpp")
        string(APPEND OBSERVE_DECLARATIONS
               "namespace ${NAMESPACE} {\nextern const ObserveFunctions observe_functions;\n}\n")
        string(APPEND OBSERVE_ROWS "        {\"${SET}\", &${NAMESPACE}::observe_functions},\n")
        string(APPEND SET_ROWS "        {\"${SET}\", [] { return static_cast<bool>(${ask}); }, ${NAMESPACE}_table,\n         &${NAMESPACE}::common_kernels},\n")
    endforeach()
    configure_file("${source}/step/tables.cpp.in" "${into}/tables.cpp" @ONLY)
    configure_file("${source}/observe/passes/tables.cpp.in" "${into}/observe_tables.cpp" @ONLY)
    list(APPEND units "${into}/tables.cpp" "${into}/observe_tables.cpp")
    set(${out} "${units}" PARENT_SCOPE)
endfunction()

# Scenario files become text inside the program.
function(write_builtin_scenarios out folder into)
    file(GLOB files CONFIGURE_DEPENDS "${folder}/*.toml")
    list(TRANSFORM files REPLACE "^.*/(.*)[.]toml$" "\\1" OUTPUT_VARIABLE names)
    list(SORT names)
    set(SCENARIO_ROWS "")
    foreach(name IN LISTS names)
        set(file "${folder}/${name}.toml")
        file(READ "${file}" text)
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${file}")
        string(APPEND SCENARIO_ROWS "        {\"${name}\", R\"toml(${text})toml\"},\n")
    endforeach()
    file(CONFIGURE OUTPUT "${into}/builtin_scenarios.cpp" CONTENT
"// Made by CMake from the files of scenarios/.
#include \"dunlin/scenario.hpp\"

namespace dunlin {
const std::vector<BuiltinScenario>& builtin_scenarios() {
    static const std::vector<BuiltinScenario> all = {
@SCENARIO_ROWS@    };
    return all;
}
}  // namespace dunlin
" @ONLY)
    set(${out} "${into}/builtin_scenarios.cpp" PARENT_SCOPE)
endfunction()
