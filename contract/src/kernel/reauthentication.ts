/** Minutes for which a reauthentication stays valid in its session (decision 41). */
export const reauthenticationMinutes = 10
