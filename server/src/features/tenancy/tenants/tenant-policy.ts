/** Sign-in limits of a tenant, computed by `policy_of`; null: the platform's apply. */
export type TenantPolicy = {
  idleMinutes: number | null
  absoluteMinutes: number | null
  mostDevices: number | null
  /** Whether a second step is required now. */
  secondStep: boolean
  addresses: readonly string[]
  /** Ids of the identity providers by which alone people sign in; null: a password does as well. */
  providers: readonly string[] | null
}

type SessionLifetime = { accessMinutes: number; idleMinutes: number; absoluteMinutes: number }
/** Shortens the platform's session lifetimes by the tenant's policy, in minutes. */
export const limitSessionLifetime = (
  lifetime: SessionLifetime,
  policy: Pick<TenantPolicy, 'idleMinutes' | 'absoluteMinutes'> | null,
): SessionLifetime => {
  const idleMinutes = Math.min(lifetime.idleMinutes, policy?.idleMinutes ?? lifetime.idleMinutes)
  return {
    // Activity is seen only at token refresh, which must happen several times within the idle limit.
    accessMinutes: Math.min(lifetime.accessMinutes, Math.ceil(idleMinutes / 5)),
    idleMinutes,
    absoluteMinutes: Math.min(lifetime.absoluteMinutes, policy?.absoluteMinutes ?? lifetime.absoluteMinutes),
  }
}
