// SPDX-License-Identifier: Apache-2.0
// Frames are sent to ffmpeg as planar YUV (BT.709), which is converted here. It has less than half of the bytes of
// BGRA, and the colors that players expect. They go through a socket, because writing to a closed socket can be kept
// from raising SIGPIPE, and writing to a closed pipe cannot. The file is written in fragments, so it plays even when
// the run is killed. Movie::close() moves the index to the front.
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>

#include "dunlin/render.hpp"

extern char** environ;

namespace dunlin {
namespace {

#ifdef MSG_NOSIGNAL
constexpr int kSendFlags = MSG_NOSIGNAL | MSG_DONTWAIT;
#else
constexpr int kSendFlags = MSG_DONTWAIT;  // on such systems the socket has SO_NOSIGPIPE
#endif

void close_on_exec(int descriptor) { ::fcntl(descriptor, F_SETFD, FD_CLOEXEC); }

void shut(int& descriptor) {
    if (descriptor >= 0) ::close(descriptor);
    descriptor = -1;
}

/// ffmpeg as a child process. We write to its standard input and read its standard error.
struct Program {
    pid_t process = -1;
    int in = -1, messages = -1;
    std::string message_text;

    Result<void> start(std::vector<std::string> arguments);
    void read_messages();  ///< without waiting for more
    int finish();          ///< closes its standard input and waits; returns its exit status
};

Result<void> Program::start(std::vector<std::string> arguments) {
    int sockets[2], pipes[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) != 0)
        return Error{ErrorKind::system, std::string("ffmpeg: ") + std::strerror(errno)};
    if (::pipe(pipes) != 0) {
        const int reason = errno;
        ::close(sockets[0]), ::close(sockets[1]);
        return Error{ErrorKind::system, std::string("ffmpeg: ") + std::strerror(reason)};
    }
    for (int d : {sockets[0], sockets[1], pipes[0], pipes[1]}) close_on_exec(d);
    ::fcntl(pipes[0], F_SETFL, O_NONBLOCK);
    const int room = 4 << 20;
    ::setsockopt(sockets[0], SOL_SOCKET, SO_SNDBUF, &room, sizeof room);
#ifdef SO_NOSIGPIPE
    const int on = 1;
    ::setsockopt(sockets[0], SOL_SOCKET, SO_NOSIGPIPE, &on, sizeof on);
#endif
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO);
    // In a process group of its own it does not get Ctrl-C from the keyboard. It ends when its input ends.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    std::vector<char*> pointers;
    for (std::string& a : arguments) pointers.push_back(a.data());
    pointers.push_back(nullptr);
    const int failed = ::posix_spawnp(&process, "ffmpeg", &actions, &attributes, pointers.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    ::close(sockets[1]), ::close(pipes[1]);
    in = sockets[0], messages = pipes[0];
    if (!failed) return {};
    process = -1;
    shut(in), shut(messages);
    if (failed == ENOENT)
        return Error{ErrorKind::system,
                     "ffmpeg: this program is needed to write movies and was not found; install ffmpeg, or write "
                     "pictures (PNG) instead"};
    return Error{ErrorKind::system, std::string("ffmpeg: cannot be started: ") + std::strerror(failed)};
}

void Program::read_messages() {
    char buffer[4096];
    while (messages >= 0) {
        const ssize_t got = ::read(messages, buffer, sizeof buffer);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) break;
        message_text.append(buffer, std::size_t(got));
        if (message_text.size() > 65536) message_text.erase(0, message_text.size() - 32768);
    }
}

int Program::finish() {
    if (process < 0) return 0;
    shut(in);
    // All messages are read first: with a full pipe, ffmpeg would wait for ever.
    ::fcntl(messages, F_SETFL, 0);
    read_messages();
    shut(messages);
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {}
    process = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

std::string last_line(const std::string& text) {
    const std::size_t end = text.find_last_not_of(" \r\n");
    if (end == std::string::npos) return {};
    const std::size_t start = text.find_last_of("\r\n", end);
    const std::size_t first = start == std::string::npos ? 0 : start + 1;
    return text.substr(first, end - first + 1);
}

/// One row of pixels to one row of Y: BT.709, limited range. The sums fit into 16 bits, so that compilers can
/// vectorize.
void luma_row(const unsigned char* pixels, int width, unsigned char* y) {
    for (int x = 0; x < width; ++x) {
        std::uint32_t p;
        std::memcpy(&p, pixels + std::ptrdiff_t(x) * 4, 4);
        const auto blue = std::uint16_t(p & 255), green = std::uint16_t(p >> 8 & 255);
        const auto red = std::uint16_t(p >> 16 & 255);
        const auto sum = std::uint16_t(blue * 16 + green * 157 + red * 47 + 128);
        y[x] = static_cast<unsigned char>((sum >> 8) + 16);
    }
}

/// Two rows of pixels to one row of U and one of V, each from the mean of 2 x 2 pixels.
void chroma_row(const unsigned char* top, const unsigned char* bottom, int width, unsigned char* u, unsigned char* v) {
    for (int x = 0; x < width / 2; ++x) {
        std::uint64_t a, b;
        std::memcpy(&a, top + std::ptrdiff_t(x) * 8, 8);
        std::memcpy(&b, bottom + std::ptrdiff_t(x) * 8, 8);
        // One 64-bit word holds blue and red of two pixels. Its halves are added at the end.
        const std::uint64_t odd = 0x00ff00ff00ff00ff;
        const std::uint64_t red_blue = (a & odd) + (b & odd), green = (a >> 8 & odd) + (b >> 8 & odd);
        const std::uint32_t both = std::uint32_t(red_blue) + std::uint32_t(red_blue >> 32);
        const int blue_mean = (int(both & 0xffff) + 2) >> 2, red_mean = (int(both >> 16) + 2) >> 2;
        const int green_mean = (int((green & 0xffff) + (green >> 32 & 0xffff)) + 2) >> 2;
        u[x] = static_cast<unsigned char>(((112 * blue_mean - 86 * green_mean - 26 * red_mean + 128) >> 8) + 128);
        v[x] = static_cast<unsigned char>(((112 * red_mean - 102 * green_mean - 10 * blue_mean + 128) >> 8) + 128);
    }
}

}  // namespace

struct Movie::Parts {
    Program program;
    std::string path;
    int width = 0, height = 0;
    bool device = false;  ///< not a regular file, so its index cannot be moved
    std::vector<unsigned char> frame;

    Error broken();
    Result<void> send();
    Result<void> close();
    void move_index_to_front();
};

/// The reason that ffmpeg gave for stopping.
Error Movie::Parts::broken() {
    program.finish();
    if (program.message_text.find("No space left") != std::string::npos)
        return {ErrorKind::system, path + ": no room left on the disk"};
    if (program.message_text.find("Unknown encoder") != std::string::npos)
        return {ErrorKind::system, "ffmpeg: this build of it has no H.264 encoder (libx264)"};
    const std::string line = last_line(program.message_text);
    return {ErrorKind::system, path + ": ffmpeg stopped" + (line.empty() ? "" : ": " + line)};
}

Result<void> Movie::Parts::send() {
    const unsigned char* data = frame.data();
    std::size_t left = frame.size();
    while (left > 0) {
        const ssize_t sent = ::send(program.in, data, left, kSendFlags);
        if (sent > 0) {
            data += sent, left -= std::size_t(sent);
        } else if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS)) {
            pollfd both[2] = {{program.in, POLLOUT, 0}, {program.messages, POLLIN, 0}};
            ::poll(both, 2, 1000);
            program.read_messages();
        } else if (!(sent < 0 && errno == EINTR)) {
            return broken();
        }
    }
    return {};
}

void Movie::Parts::move_index_to_front() {
    // The file is complete already. If this fails, for example without room for a second copy, it stays as it is.
    const std::string part = path + ".part";
    Program copy;
    const auto started = copy.start({"ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-i", "file:" + path, "-c",
                                     "copy", "-movflags", "+faststart", "-f", "mp4", "file:" + part});
    if (!started || copy.finish() != 0 || std::rename(part.c_str(), path.c_str()) != 0) std::remove(part.c_str());
}

Result<void> Movie::Parts::close() {
    if (program.process < 0) return {};
    const int status = program.finish();
    if (status != 0 || program.message_text.find("No space left") != std::string::npos) return broken();
    if (!device) move_index_to_front();
    return {};
}

Movie::Movie(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Movie::Movie(Movie&&) noexcept = default;
Movie::~Movie() {
    if (parts_) (void)parts_->close();
}

Result<Movie> Movie::open(const std::string& path, int width, int height, int frames_per_second) {
    auto parts = std::make_unique<Parts>();
    parts->path = path;
    parts->width = width & ~1;  // in 4:2:0 two pixels share a color, so an odd last row or column is left out
    parts->height = height & ~1;
    if (parts->width < 2 || parts->height < 2 || width > 16384 || height > 16384)
        return Error{ErrorKind::input, path + ": a movie is 2 to 16384 pixels wide and high, not " +
                                           std::to_string(width) + " x " + std::to_string(height)};
    if (frames_per_second < 1 || frames_per_second > 1000)
        return Error{ErrorKind::input,
                     path + ": a movie has 1 to 1000 frames per second, not " + std::to_string(frames_per_second)};
    // Tried here first, because the error is known earlier and is clearer than that of ffmpeg.
    const bool fresh = ::access(path.c_str(), F_OK) != 0;
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return Error{ErrorKind::system, path + ": " + std::strerror(errno)};
    parts->device = ::lseek(file, 0, SEEK_END) < 0 || path.rfind("/dev/", 0) == 0;
    ::close(file);
    const std::string size = std::to_string(parts->width) + "x" + std::to_string(parts->height);
    const std::string rate = std::to_string(frames_per_second);
    const auto started = parts->program.start({"ffmpeg",
                                               "-nostdin",
                                               "-nostats",
                                               "-loglevel",
                                               "error",
                                               "-y",
                                               "-f",
                                               "rawvideo",
                                               "-pix_fmt",
                                               "yuv420p",
                                               "-video_size",
                                               size,
                                               "-framerate",
                                               rate,
                                               "-color_range",
                                               "tv",
                                               "-colorspace",
                                               "bt709",
                                               "-color_primaries",
                                               "bt709",
                                               "-color_trc",
                                               "bt709",
                                               "-i",
                                               "pipe:0",
                                               "-c:v",
                                               "libx264",
                                               "-preset",
                                               "superfast",
                                               "-crf",
                                               "21",
                                               "-pix_fmt",
                                               "yuv420p",
                                               "-g",
                                               std::to_string(2 * frames_per_second),
                                               "-color_range",
                                               "tv",
                                               "-colorspace",
                                               "bt709",
                                               "-color_primaries",
                                               "bt709",
                                               "-color_trc",
                                               "bt709",
                                               "-movflags",
                                               "+frag_keyframe+empty_moov+default_base_moof",
                                               "-f",
                                               "mp4",
                                               "file:" + path});
    if (!started) {
        if (fresh) std::remove(path.c_str());
        return started.error();
    }
    parts->frame.resize(std::size_t(parts->width) * std::size_t(parts->height) * 3 / 2);
    return Movie(std::move(parts));
}

Result<void> Movie::add(const Renderer& renderer) {
    Parts& p = *parts_;
    if (p.program.process < 0) return Error{ErrorKind::input, p.path + ": this movie is closed"};
    if (renderer.width() < p.width || renderer.height() < p.height)
        return Error{ErrorKind::input, p.path + ": the picture is smaller than the movie"};
    const std::size_t plane = std::size_t(p.width) * std::size_t(p.height);
    unsigned char *y = p.frame.data(), *u = y + plane, *v = u + plane / 4;
    for (int row = 0; row < p.height; ++row)
        luma_row(renderer.pixels() + std::ptrdiff_t(row) * renderer.stride(), p.width,
                 y + std::ptrdiff_t(row) * p.width);
    for (int row = 0; row < p.height / 2; ++row) {
        const unsigned char* top = renderer.pixels() + std::ptrdiff_t(row) * 2 * renderer.stride();
        const std::ptrdiff_t to = std::ptrdiff_t(row) * (p.width / 2);
        chroma_row(top, top + renderer.stride(), p.width, u + to, v + to);
    }
    return p.send();
}

Result<void> Movie::close() { return parts_->close(); }

}  // namespace dunlin
