import { kernelErrors } from '@atrium/contract/kernel/errors.ts'
import type { Db } from '../../../kernel/db/database.ts'
import { AppError, type Origin } from '../../../kernel/scope.ts'
import { digest, type Secrets } from '../../../kernel/secrets.ts'
import type { Settings } from '../../system/base-parameters/index.ts'
import { limitSessionLifetime, type TenantPolicy } from '../../tenancy/tenants/index.ts'
import { newCredentials, withExpiry } from './credentials.ts'
import { type FollowingSession, type NewVisit, sessionRepository } from './session.repository.ts'
import { sessionEndsRepository } from './session-ends.repository.ts'
import { tenantLimits, type Workplace } from './tenant-limits.service.ts'

type SignInDetails = {
  device: { id: string; name: string }
  client: string
  method: string
  /** Secret of the browser's cookie; null for programs without cookies. */
  binding: string | null
  /** Time of a second step or passkey, if one was given. */
  provedAt: string | null
  /** The identity provider at which the person proved who they are. */
  identityProviderId?: string | null
}

/** The ways in which a session begins. */
export const createOpenings = ({ secrets, settings }: { secrets: Secrets; settings: Settings }) => {
  const lifetimes = async (db: Db, policy: TenantPolicy | null = null) => {
    const values = await settings.read(db)
    const life = {
      accessMinutes: values['session.accessMinutes'],
      idleMinutes: values['session.idleMinutes'],
      absoluteMinutes: values['session.absoluteMinutes'],
    }
    return limitSessionLifetime(life, policy)
  }

  const openFollowing = async (
    db: Db,
    following: Pick<FollowingSession, 'previousSessionId' | 'owner' | 'visit'>,
    { ip, agent }: Origin,
    policy?: TenantPolicy | null,
  ) => {
    const { id, tokens, hashes } = newCredentials(secrets)
    const life = await lifetimes(db, policy)
    const next = { id, ...hashes, aesKey: tokens.aesKey, ip, agent, ...following }
    const until = await sessionRepository.insertFollowing(db, next, life)
    if (until === undefined) throw new AppError(kernelErrors.sessionInvalid)
    return { tokens: withExpiry(tokens, life), until }
  }

  return {
    /** How long sessions last, within the tenant's policy. */
    lifetimes,

    /**
     * Opens a session within the tenant's limits on lifetime and devices.
     * @returns the tokens
     */
    async open(
      db: Db,
      workplace: Workplace,
      { device, client, method, binding, provedAt, identityProviderId = null }: SignInDetails,
      origin: Origin,
    ) {
      const { id, tokens, hashes } = newCredentials(secrets)
      const bindingHash = binding === null ? null : digest(binding)
      const { ip, agent } = origin
      const from = {
        deviceId: device.id,
        deviceName: device.name,
        ip,
        agent,
        client,
        method,
        provedAt,
        identityProviderId,
      }
      const life = await lifetimes(db, workplace.policy)
      const { companyId, userId } = workplace
      const { aesKey } = tokens
      await sessionRepository.insert(db, { id, companyId, userId, ...hashes, bindingHash, aesKey, ...from }, life)
      await tenantLimits.endSurplus(db, workplace)
      return withExpiry(tokens, life)
    },

    /**
     * Opens a visit below a live session, with tokens of its own that stay in one tab.
     * @returns the tokens and the end of the visit
     * @throws `sessionInvalid` if that session has ended meanwhile
     */
    openVisit: (db: Db, homeSessionId: string, visit: NewVisit, origin: Origin) =>
      openFollowing(db, { previousSessionId: homeSessionId, owner: null, visit }, origin),

    /**
     * Replaces the session by one in another company of the same person, in the same browser and with the same
     * remaining lifetime.
     * @returns the tokens
     * @throws `sessionInvalid` if the session has ended meanwhile
     */
    async switchCompany(db: Db, workplace: Workplace, currentSessionId: string, origin: Origin) {
      const { companyId, userId, policy } = workplace
      const { tokens } = await openFollowing(
        db,
        { previousSessionId: currentSessionId, owner: { companyId, userId }, visit: null },
        origin,
        policy,
      )
      await sessionEndsRepository.end(db, currentSessionId, 'switched')
      await tenantLimits.endSurplus(db, workplace)
      return tokens
    },
  }
}
