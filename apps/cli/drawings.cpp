// SPDX-License-Identifier: Apache-2.0
// A renderer makes trails of the scenes that it was given before, so the renderer of the picture gets the last steps,
// too.
#include "drawings.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "dunlin/io/text_file.hpp"
#include "dunlin/render.hpp"

namespace dunlin::cli {
namespace {

class CairoDrawings final : public Drawings {
  public:
    CairoDrawings(std::string picture_path, std::vector<std::string> changes)
        : picture_path_(std::move(picture_path)), changes_(std::move(changes)) {}

    void prepare_picture(const PictureSpec& spec) { still_.emplace(spec.width, spec.height, spec); }

    Result<void> open_movie(const std::string& path, const Scenario& scenario, bool is_optional) {
        const MovieSpec& spec = scenario.movie;
        auto movie = Movie::open(path, spec.width, spec.height, spec.frames_per_second);
        if (movie) {
            movie_.emplace(std::move(movie).value());
            film_.emplace(spec.width, spec.height, scenario.picture);
        } else if (is_optional) {
            remark_ = "no movie: " + movie.error().message;
        } else {
            return movie.error();
        }
        return {};
    }

    Result<void> record(Simulation& simulation) override {
        const std::int64_t step = simulation.steps_done();
        const Scenario& scenario = simulation.scenario();
        if (movie_ && step % scenario.movie.every == 0) {
            film_->draw(scene_of(simulation));
            if (auto added = movie_->add(*film_); !added) return added;
        }
        // From the step before, the renderer knows where a predator heads.
        const std::int64_t before = std::max<std::int64_t>(scenario.picture.trail, scenario.influences.empty() ? 0 : 1);
        const bool matters = still_ && step < scenario.steps && step >= scenario.steps - before;
        if (matters) still_->draw(scene_of(simulation));
        return {};
    }

    Result<void> finish(Simulation& simulation) override {
        if (movie_) {
            if (auto closed = movie_->close(); !closed) return closed;
        }
        if (!still_) return {};
        still_->draw(scene_of(simulation));
        auto written = replace_file(picture_path_, [&](const std::string& aside) { return still_->write_png(aside); });
        picture_made_ = static_cast<bool>(written);
        return written;
    }

    bool has_movie() const override { return movie_.has_value(); }
    bool has_picture() const override { return picture_made_; }
    const std::string& remark() const override { return remark_; }

  private:
    /// What a renderer needs of this moment.
    Scene scene_of(Simulation& simulation) const {
        Scene scene;
        scene.scenario = &simulation.scenario();
        scene.snapshot = simulation.snapshot();
        scene.influences = simulation.influences();
        for (std::size_t i = 0; i < scene.influences.size(); ++i) scene.pushes.push_back(simulation.push(i));
        const PictureSpec& picture = scene.scenario->picture;
        if (picture.color == ColorRule::group) scene.groups = simulation.groups();
        if (picture.follow >= 0) {
            auto inspection = simulation.inspect(static_cast<std::uint32_t>(picture.follow));
            if (inspection) scene.inspection.push_back(std::move(inspection).value());
        }
        scene.state_hash = simulation.state_hash();
        scene.changes = changes_;
        return scene;
    }

    std::string picture_path_;
    std::vector<std::string> changes_;
    std::optional<Renderer> film_;
    std::optional<Movie> movie_;
    std::optional<Renderer> still_;
    std::string remark_;
    bool picture_made_ = false;
};

}  // namespace

bool can_draw() { return true; }

Result<std::unique_ptr<Drawings>> open_drawings(const RunDirectory& directory, const Simulation& simulation,
                                                const DrawingOptions& options) {
    if (!options.picture && !options.movie) return std::unique_ptr<Drawings>();
    const Scenario& scenario = simulation.scenario();
    auto drawings = std::make_unique<CairoDrawings>(directory.file("flock.png"), options.changes);
    if (options.movie) {
        auto opened = drawings->open_movie(directory.file("flock.mp4"), scenario, options.movie_is_optional);
        if (!opened) return opened.error();
    }
    if (options.picture) drawings->prepare_picture(scenario.picture);
    return std::unique_ptr<Drawings>(std::move(drawings));
}

}  // namespace dunlin::cli
