/** Calls are counted for seven days, today among them. */
export const registryLeftovers = [
  'delete from api_calls where day <= utc_today() - 7',
  'delete from observed_calls where day <= utc_today() - 7',
]
