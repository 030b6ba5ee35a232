/** Calls are counted for seven days including today. */
export const registryRetention = [
  'delete from api_calls where day <= utc_today() - 7',
  'delete from observed_calls where day <= utc_today() - 7',
]
