# Chroots of Debian releases, for deploy/package. Sourced by bash; needs root, mmdebstrap and a Debian mirror
# ($PITH_MIRROR, http://deb.debian.org/debian).
mirror=${PITH_MIRROR:-http://deb.debian.org/debian}

# mirror_has RELEASE
mirror_has() {
  local file
  file=$(mktemp -u)
  /usr/lib/apt/apt-helper download-file "$mirror/dists/$1/InRelease" "$file" >/dev/null 2>&1 && rm -f "$file"
}

# chroot_possible RELEASE: fails and says why if none can be made here.
chroot_possible() {
  if (( EUID != 0 )); then
    echo "no chroot of $1: needs root"
  elif ! unshare --mount --pid --fork true 2>/dev/null || ! chroot / true 2>/dev/null; then
    echo "no chroot of $1: this container may neither chroot nor have namespaces of its own"
  elif ! command -v mmdebstrap >/dev/null; then
    echo "no chroot of $1: needs mmdebstrap (deploy/install-packages release)"
  elif ! mirror_has "$1"; then
    echo "no chroot of $1: cannot reach $mirror/dists/$1; PITH_MIRROR=URL names another mirror"
  else
    return 0
  fi
  return 1
}

# chroot_make RELEASE DIR [MMDEBSTRAP-OPTION...]: a minimal system with apt.
chroot_make() {
  local release=$1 root=$2
  shift 2
  mmdebstrap --quiet --variant=apt --aptopt='APT::Install-Recommends "false"' "$@" "$release" "$root" "deb $mirror $release main"
}

# chroot_run DIR [--bind FROM TO]... COMMAND...: runs it in namespaces of its own, so that nothing stays mounted or
# running, with a clean environment. The network is the host's.
chroot_run() {
  local root=$1 binds=()
  shift
  while [[ $1 == --bind ]]; do
    mkdir -p "$root$3"
    binds+=("$2" "$root$3")
    shift 3
  done
  unshare --mount --pid --fork --kill-child bash -euc '
    root=$1 binds=$2
    shift 2
    mount --make-rprivate /
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    for (( ; binds > 0; binds -= 2 )); do
      mount --bind "$1" "$2"
      shift 2
    done
    exec chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
  ' chroot_run "$root" "${#binds[@]}" "${binds[@]}" "$@"
}
