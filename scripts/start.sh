# Builds the product and becomes its server: no shell and no launcher stay in memory beside it. Only a shell can do so
# whatever the machine's Node is.
cd "$(dirname "$0")/.." || exit
node scripts/run.mjs build || exit
server_node=$(node scripts/print-node.mjs) || exit
export NODE_COMPILE_CACHE="${NODE_COMPILE_CACHE:-$PWD/.cache/node}"
if [ -n "$npm_lifecycle_event" ]; then
  # npm that is killed passes no signal on.
  kill -0 "$PPID" || exit
  export END_WITH_PARENT=yes
fi
exec "$server_node" server/dist/main.js "$@"
