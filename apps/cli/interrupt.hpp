// SPDX-License-Identifier: Apache-2.0
// Ctrl-C and SIGTERM: the first ends what is going on in good order, the second one ends the program.
#pragma once

namespace dunlin::cli {

/// `grace`: seconds after which the program ends even if it has not come to its end; 0: it may take its time.
void listen_for_interrupts(unsigned grace = 0);
bool interrupted();

}  // namespace dunlin::cli
