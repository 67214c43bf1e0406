# Sourced by tests that need a SLURM of their own: a controller and emulated nodes n1, n2, ... on this host.
#   cluster_enter ARGUMENTS...   starts the calling script again, in name spaces of its own; returns in there.
#                                Else says why not, in $cluster_missing, and returns 1
#   cluster_start FOLDER NODES   below FOLDER; nodes of 4 CPUs and 4 pretended GPUs, partitions `batch` and, preemptible, `low`
#   node_crash NODE, node_start NODE
#
# The name spaces do the work. Network: ports are nobody else's, so any number of clusters live side by side. Processes:
# when the script ends, however it does, the kernel ends daemons, steps and ranks with it. Mounts: everything lies on a
# tmpfs that goes with them. Each node has a host name, a process tree and a /dev/shm too: Open MPI names shared memory
# and sessions after the host, and two nodes of one name would meet there and hang in MPI_Init.

PATH=$PATH:/usr/sbin:/sbin

# Why there can be no cluster here; nothing if there can.
cluster_obstacle() {
  local program
  for program in slurmctld slurmd munged; do
    command -v $program >/dev/null || { echo "$program is not installed (tools/setup slurm)"; return; }
  done
  [ "$(id -u)" = 0 ] || { echo "needs root"; return; }
  unshare --pid --fork --mount-proc --uts --net --ipc true 2>/dev/null || echo "no name spaces here"
}

cluster_enter() {
  [ -z "${CLUSTER_INSIDE:-}" ] || return 0
  cluster_missing=$(cluster_obstacle)
  [ -z "$cluster_missing" ] || return 1
  # In /tmp: nodes have a /dev/shm of their own.
  CLUSTER_INSIDE=1 TMPDIR=/tmp exec unshare --pid --fork --kill-child --mount-proc --uts --net --ipc bash "$0" "$@"
}

# A new network has its loopback device alone, down; iproute2 is not everywhere. Programs that ask for the addresses of
# a host count 127.0.0.1 as none (AI_ADDRCONFIG), so the device gets 127.0.0.2; all of 127.0.0.0/8 is this host still.
network_up() {
  /usr/bin/python3 - <<'PYTHON'
import fcntl, socket, struct
s = socket.socket()
fcntl.ioctl(s, 0x8914, struct.pack("16sH14x", b"lo", 0x41))  # SIOCSIFFLAGS: up, running
fcntl.ioctl(s, 0x8916, struct.pack("16sHH4s8x", b"lo", socket.AF_INET, 0, socket.inet_aton("127.0.0.2")))  # SIOCSIFADDR
PYTHON
}

# The settings a site would have, and those that make a test short: jobs are looked at often, a requeued one waits
# for its old credential to expire (cred_expire) before it starts again.
cluster_configure() {
  cat >"$cluster/slurm.conf" <<CONF
ClusterName=test
MailProg=/bin/true
SlurmctldHost=ctl
SlurmctldPort=6817
SlurmUser=root
AuthInfo=socket=$cluster/munge.socket,cred_expire=5
StateSaveLocation=$cluster/state
SlurmdSpoolDir=$cluster/spool/%n
TmpFS=$cluster/tmp/%n
SlurmctldPidFile=$cluster/slurmctld.pid
SlurmdPidFile=$cluster/%n.pid
SlurmctldLogFile=$cluster/log/slurmctld
SlurmdLogFile=$cluster/log/%n
MpiDefault=pmix
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=10000,sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
SlurmctldParameters=preempt_send_user_signal
PreemptType=preempt/partition_prio
PreemptMode=REQUEUE
PropagateResourceLimitsExcept=MEMLOCK,CORE
ReturnToService=2
KillWait=5
SlurmdTimeout=5
GresTypes=gpu
NodeName=n[1-$1] NodeAddr=127.0.0.2 Port=[7001-$((7000 + $1))] CPUs=4 RealMemory=1000 Gres=gpu:4 State=UNKNOWN
PartitionName=batch Nodes=ALL Default=YES DefaultTime=10 PriorityTier=10 PreemptMode=OFF
PartitionName=low Nodes=ALL DefaultTime=10 PriorityTier=1 PreemptMode=REQUEUE GraceTime=10
CONF
  printf 'AutoDetect=off\nNodeName=n[1-%d] Name=gpu File=%s/gpu[0-3]\n' "$1" "$cluster" >"$cluster/gres.conf"
  echo "CgroupPlugin=cgroup/v1" >"$cluster/cgroup.conf"
  for gpu in 0 1 2 3; do mknod "$cluster/gpu$gpu" c 1 3; done # /dev/null's numbers: never opened
}

# An init of its own that reaps, with the daemon below; to be killed as a whole. A node that starts has an empty /tmp:
# SLURM's PMIx refuses a step whose folder is there already.
node_start() {
  rm -rf "$cluster"/{spool,tmp}/"$1"; mkdir -p "$cluster"/{spool,tmp}/"$1"
  unshare --pid --fork --kill-child --mount-proc --uts --ipc bash -c '
    hostname "$0" && mount -t tmpfs tmpfs /dev/shm || exit; slurmd -D -N "$0" & wait' "$1" \
    </dev/null >>"$cluster/log/$1.out" 2>&1 &
  node_pid[${1#n}]=$!
  disown $!
}

node_crash() { kill -9 "${node_pid[${1#n}]}"; }

nodes_ready() { [ "$(sinfo -h -N -p batch -t idle,mix,alloc -o %N 2>/dev/null | wc -l)" = "$1" ]; }

cluster_start() {
  cluster=$1/cluster node_pid=()
  mkdir -p "$cluster"/{state,log} && chmod -R 755 "$1" && hostname ctl && network_up || return
  { cat /etc/hosts; printf '127.0.0.2 %s\n' ctl $(seq -f n%g "$2"); } >"$cluster/hosts"
  mount --bind "$cluster/hosts" /etc/hosts
  cluster_configure "$2"
  export SLURM_CONF=$cluster/slurm.conf
  export OMPI_MCA_btl_tcp_if_include=lo OMPI_MCA_oob_tcp_if_include=lo
  (umask 077; head -c 128 /dev/urandom >"$cluster/munge.key")
  munged --force --socket="$cluster/munge.socket" --key-file="$cluster/munge.key" --log-file="$cluster/log/munged" \
    --pid-file="$cluster/munged.pid" --seed-file="$cluster/munge.seed" </dev/null >"$cluster/log/munged.out" 2>&1
  slurmctld </dev/null >"$cluster/log/slurmctld.out" 2>&1
  for node in $(seq -f n%g "$2"); do node_start "$node"; done
  for _ in $(seq 100); do nodes_ready "$2" && return; sleep 0.2; done
  sinfo -N >&2; tail -5 "$cluster"/log/* >&2
  return 1
}
