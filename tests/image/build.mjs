// Builds the Dockerfile without a registry or a Docker daemon. Creates its two base images from Debian packages and Node
// from npm.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");
const image = "localhost/firstnight:test";

/** Creates a temporary folder and a buildah command that works in it. */
export function openWorkspace() {
  for (const tool of ["buildah", "mmdebstrap"]) {
    if (!existsSync(`/usr/bin/${tool}`) || process.getuid() !== 0) {
      throw new Error("Run apt-get install buildah mmdebstrap crun, then run this as root.");
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "firstnight-image-"));
  const store = [
    "--root",
    join(folder, "store"),
    "--runroot",
    join(folder, "run"),
    "--storage-driver",
    "vfs",
  ];
  const buildah = (...args) =>
    execFileSync("buildah", [...store, ...args], {
      encoding: "utf8",
      maxBuffer: 64_000_000,
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  return { folder, store, buildah, close: () => remove(folder) };
}

/** Reports a cleanup failure without hiding the original error. */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (error) {
    console.error(`Remove ${folder} manually: ${error.message}`);
  }
}

/** Builds the image; returns its name and configuration. */
export function buildImage({ folder, buildah }) {
  const debian = join(folder, "debian.tar");
  const without = ["doc", "man", "locale"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
  // The contents of Docker's debian:stable-slim.
  const slim = ["--variant=minbase", '--aptopt=APT::Install-Recommends "false"', ...without];
  execFileSync("mmdebstrap", ["--quiet", ...slim, "trixie", debian]);
  stage(buildah, folder, "docker.io/library/debian:stable-slim", ["ADD debian.tar /"]);
  stage(buildah, folder, "docker.io/library/node:26-slim", [
    "ADD debian.tar /",
    "RUN apt-get update && apt-get install -y --no-install-recommends libatomic1",
    `COPY ${nodeFromNpm(folder, "26")} /usr/local`,
  ]);
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  const trust = certificates
    ? ["-v", `${certificates}:/run/proxy.crt:ro`, "--build-arg", "NODE_EXTRA_CA_CERTS=/run/proxy.crt"]
    : [];
  const how = ["--isolation", "chroot", "--format", "docker", "--pull-never", ...trust];
  buildah("bud", ...how, "-t", image, root);
  const { Docker } = JSON.parse(buildah("inspect", "--type", "image", image));
  return { image, config: Docker.config };
}

function stage(buildah, folder, name, lines) {
  const file = join(folder, "Dockerfile");
  writeFileSync(file, ["FROM scratch", ...lines, ""].join("\n"));
  buildah("bud", "--isolation", "chroot", "--format", "docker", "-f", file, "-t", name, folder);
}

/** Unpacks Node and npm with the layout of Docker's Node image; returns the folder name. */
function nodeFromNpm(folder, version) {
  const name = `node-${version}`;
  const into = join(folder, name);
  const npm = (...args) => execFileSync("npm", args, { cwd: folder, encoding: "utf8" }).trim();
  const unpack = (what, target) => {
    mkdirSync(target, { recursive: true });
    const archive = npm("pack", "--silent", what).split("\n").at(-1);
    execFileSync("tar", ["-xf", join(folder, archive), "-C", target, "--strip-components=1"]);
  };
  const architecture = process.arch === "arm64" ? "arm64" : "x64";
  unpack(`node-linux-${architecture}@${version}`, join(folder, `package-${version}`));
  for (const part of ["bin", "include"]) {
    cpSync(join(folder, `package-${version}`, part), join(into, part), { recursive: true });
  }
  unpack("npm@11", join(into, "lib/node_modules/npm"));
  for (const tool of ["npm", "npx"]) {
    symlinkSync(`../lib/node_modules/npm/bin/${tool}-cli.js`, join(into, "bin", tool));
  }
  return name;
}
