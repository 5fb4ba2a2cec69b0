// SPDX-License-Identifier: Apache-2.0
// Who may come in: which names of this machine a browser may have asked for, and from which pages it may come. A page
// of another site can send a browser here, and can give its own name our address; it cannot choose the Host and Origin
// that the browser then sends. So both must be, exactly, one of the names we know.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace dunlin::server {

class OriginPolicy {
  public:
    /// `names` are host names and addresses; an IPv6 address is without brackets.
    OriginPolicy(const std::vector<std::string>& names, std::uint16_t port);

    bool allows_host(std::string_view host) const;      ///< the value of Host, e.g. "localhost:8642"
    bool allows_origin(std::string_view origin) const;  ///< the value of Origin, e.g. "http://localhost:8642"

  private:
    std::vector<std::string> hosts_;
};

/// "[::1]:8642", and without the port where browsers leave it out.
std::string host_text(const std::string& name, std::uint16_t port);

/// Compares in a time that does not tell how much of the beginning was right.
bool same_secret(std::string_view given, std::string_view secret);

/// 128 bits of the system's own randomness, as text; empty where the system has none to give.
std::string random_token();

/// Letters, digits and - . _ ~ only, so that it can stand in an address; long enough not to be guessed in passing.
bool is_token(std::string_view text);

/// A host name or an address, as it can stand in an address.
bool is_host_name(std::string_view text);

}  // namespace dunlin::server
