// SPDX-License-Identifier: Apache-2.0
// One message of every kind, good ones: for the tests, and as seeds for hostile ones.
#pragma once

#include <string>
#include <vector>

namespace dunlin::test {

inline std::vector<std::string> good_messages() {
    return {
        R"({"id":1,"type":"hello"})",
        R"({"id":2,"type":"load","scenario":"kleemans","set":["seed=3"]})",
        R"({"id":3,"type":"load","text":"[flock]\nagents = 40\n","name":"mine"})",
        R"({"id":4,"type":"change","set":["world.boundary=open","dt=0.5"]})",
        R"({"id":5,"type":"reset","seed":9})",
        R"({"id":6,"type":"agents","count":55})",
        R"({"id":7,"type":"play","on":false})",
        R"({"id":8,"type":"step","steps":3})",
        R"({"id":9,"type":"speed","factor":2.5})",
        R"({"id":10,"type":"set","name":"separation_weight","value":2})",
        R"({"id":11,"type":"set","name":"speed_limit","value":"component"})",
        R"({"id":12,"type":"rule","name":"cohesion","on":false})",
        R"({"id":13,"type":"rule","name":"all","on":true})",
        R"({"id":14,"type":"hold","hand":"falcon","position":[10,20]})",
        R"({"id":15,"type":"hold","hand":"none"})",
        R"({"id":16,"type":"place","influence":"obstacle","position":[30,40],"values":{"radius":5}})",
        R"({"id":17,"type":"place","influence":"predator","position":[1,2],"path":[[0,1,2],[9,50,60]],"repeat":true})",
        R"({"id":18,"type":"move","index":0,"position":[50,50]})",
        R"({"id":19,"type":"adjust","index":0,"name":"reach","value":7})",
        R"({"id":20,"type":"remove","index":0})",
        R"({"id":21,"type":"spawn","agents":5,"position":[20,20],"kind":{"name":"bees","shape":"bee","color":"#ffcc00"}})",
        R"({"id":22,"type":"erase","position":[20,20],"radius":15})",
        R"({"id":23,"type":"clear","what":"influences"})",
        R"({"id":24,"type":"undo"})",
        R"({"id":25,"type":"pick","position":[20,20],"reach":1000})",
        R"({"id":26,"type":"pick","position":[20,20,-5],"direction":[0,0,1],"reach":1000})",
        R"({"id":27,"type":"follow","agent":0})",
        R"({"id":28,"type":"color","by":"group"})",
        R"({"id":29,"type":"observe","what":["polarization","mean_speed"],"every":2})",
        R"({"id":30,"type":"observe","what":"all","every":5})",
        R"({"id":31,"type":"vectors","on":true})",
        R"({"id":32,"type":"export"})",
        R"({"id":33,"type":"hash"})",
        R"({"id":34,"type":"trajectory","steps":4,"every":2})",
        R"({"id":35,"type":"control","take":true})",
        R"({"id":36,"type":"clear","what":"agents"})",
    };
}

}  // namespace dunlin::test
