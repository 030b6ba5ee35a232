const ofService =
  /^(?<service>\w+?)_(?:SERVICE_HOST|SERVICE_PORT(?:_\w+)?|PORT(?:_\d+_(?:TCP|UDP|SCTP)(?:_(?:PROTO|PORT|ADDR))?)?)$/

/**
 * Whether Kubernetes or a link of Docker has set a variable, as they do in each container for each service of the
 * namespace: `metrics` becomes `METRICS_PORT=tcp://10.0.0.1:9000`.
 */
export const isOfService = (env: NodeJS.ProcessEnv, name: string): boolean => {
  const service = ofService.exec(name)?.groups?.service
  // A port that is a number was set by people.
  if (service === undefined || /^\d+$/.test(env[name] ?? '')) return false
  return env[`${service}_SERVICE_HOST`] !== undefined || /^(tcp|udp|sctp):\/\//.test(env[`${service}_PORT`] ?? '')
}
