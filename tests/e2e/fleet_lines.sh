# Sourced by the end-to-end script of fleets, behind e2e.sh: tiny instances on a line, whose best plans can be seen, as files in $work/lines.

# vrp NAME TYPE NODES LINE...: a VRPLIB file of so many nodes
vrp() {
  local name=$1 type=$2 nodes=$3; shift 3
  printf '%s\n' "NAME : $name" "TYPE : $type" "DIMENSION : $nodes" "$@" EOF >"$work/lines/$name.vrp"
}

# nodes X...: their places on the line
nodes() {
  local k=0 x
  printf '%s\n' 'EDGE_WEIGHT_TYPE : EUC_2D' 'NODE_COORD_SECTION'
  for x; do printf '%d %d 0\n' $((++k)) "$x"; done
}

# rows SECTION VALUE...: a section with a number a node or vehicle
rows() {
  local k=0 value
  echo "$1"; shift
  for value; do printf '%d %s\n' $((++k)) "$value"; done
}

lines_make() {
  mkdir "$work/lines"
  local directed=('EDGE_WEIGHT_TYPE : EXPLICIT' 'EDGE_WEIGHT_FORMAT : FULL_MATRIX' EDGE_WEIGHT_SECTION
    '0 1 9 9' '9 0 1 9' '9 9 0 1' '1 9 9 0')
  # From one depot alone the other's customer costs 180.
  vrp depots MDVRP 4 'VEHICLES : 2' 'CAPACITY : 9' "$(nodes 0 100 10 90)" "$(rows DEMAND_SECTION 0 0 1 1)" \
    "$(rows VEHICLES_DEPOT_SECTION 1 2)" $'DEPOT_SECTION\n1\n2\n-1'
  # The heavy customer needs the dear vehicle, 7 + 3 * 20; the light one goes with it for nothing.
  vrp mixed HFVRP 3 'VEHICLES : 2' "$(nodes 0 5 10)" "$(rows DEMAND_SECTION 0 2 5)" "$(rows CAPACITY_SECTION 3 8)" \
    "$(rows VEHICLES_FIXED_COST_SECTION 1 7)" "$(rows VEHICLES_UNIT_DISTANCE_COST_SECTION 1 3)"
  vrp open OVRP 4 'CAPACITY : 9' "$(nodes 0 10 20 30)" "$(rows DEMAND_SECTION 0 1 1 1)"
  vrp prizes PCVRP 4 'CAPACITY : 9' "$(nodes 0 10 -30 12)" "$(rows DEMAND_SECTION 0 1 1 1)" "$(rows PRIZE_SECTION 0 50 5 50)"
  # What one vehicle could do in 40 takes two, of which only the second may serve the first customer.
  vrp allowed SDVRP 3 'VEHICLES : 2' 'CAPACITY : 9' "$(nodes 0 10 20)" "$(rows DEMAND_SECTION 0 1 1)" \
    $'VEHICLES_ALLOWED_CLIENTS_SECTION\n1 3\n2 2'
  # The customer on the way is a backhaul, which comes last.
  vrp backhauls VRPB 4 'CAPACITY : 4' "$(nodes 0 10 20 30)" "$(rows DEMAND_SECTION 0 0 3 1)" "$(rows BACKHAUL_SECTION 0 4 0 0)"
  vrp directed ACVRP 4 'CAPACITY : 9' "${directed[@]}" "$(rows DEMAND_SECTION 0 1 1 1)"
  # 2 + 2 + 2 in two vehicles of 3: together there is room, but one stays out, the cheapest to leave out.
  vrp tight HFVRP 4 'VEHICLES : 2' "$(nodes 0 10 20 30)" "$(rows DEMAND_SECTION 0 2 2 2)" "$(rows CAPACITY_SECTION 3 3)"
  # Service at 10 from 50 on; the limit on the duration is kept as the vehicle leaves late.
  vrp late MDVRPTW 3 'VEHICLES : 1' 'VEHICLES_MAX_DURATION : 42' 'CAPACITY : 9' 'SERVICE_TIME : 1' "$(nodes 0 10 20)" "$(rows DEMAND_SECTION 0 1 1)" \
    $'TIME_WINDOW_SECTION\n1 0 100\n2 50 60\n3 0 100' $'DEPOT_SECTION\n1\n-1'
  printf 'id,x,y,demand\n0,0,0,0\n7,10,0,2\n8,20,0,2\n9,-10,0,2\n' >"$work/lines/stops.csv"
  printf '0,1,9,9\n9,0,1,9\n9,9,0,1\n1,9,9,0\n' >"$work/lines/square.csv"
  printf '{"code": "Ok", "durations": [[0, 1, 9, 9], [9, 0, 1, 9], [9, 9, 0, 1], [1, 9, 9, 0]]}' >"$work/lines/table.json"
  printf '%s' '{"matrices": {"car": {"durations": [[0, 10, 20], [10, 0, 10], [20, 10, 0]]}}, "vehicles": [{"id": 4, "start_index": 0, "end_index": 0,
    "capacity": [2]}, {"id": 5, "start_index": 0, "capacity": [2], "skills": [3]}], "jobs": [{"id": 11, "location_index": 1, "delivery": [2]},
    {"id": 12, "location_index": 2, "delivery": [2], "skills": [3]}]}' >"$work/lines/vroom.json"
}
