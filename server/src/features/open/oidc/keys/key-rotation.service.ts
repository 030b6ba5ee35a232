import { oidcErrors } from '@atrium/contract/features/open/oidc/oidc.errors.ts'
import type { SigningKey } from '@atrium/contract/features/open/oidc/signing-keys.contract.ts'
import { newId } from '../../../../kernel/ids.ts'
import { AppError, type RequestScope } from '../../../../kernel/scope.ts'
import { assertPlatformActor } from '../../../tenancy/tenants/index.ts'
import { oidcKeysRepository as repository, type StoredKey } from './oidc-keys.repository.ts'
import { pickSigning, type SigningKeys } from './oidc-keys.ts'

const stateIn = (keys: readonly StoredKey[], key: StoredKey): SigningKey['state'] => {
  if (!key.learned) return 'next'
  return key === pickSigning(keys) ? 'signing' : 'retired'
}

/** What the operator does with the keys that sign id tokens. */
export const createKeyRotation = (keys: SigningKeys) => ({
  async list({ db, actor }: RequestScope): Promise<SigningKey[]> {
    assertPlatformActor(actor)
    const stored = await repository.list(db)
    return stored.map((key) => {
      const { id, createTime, signTime, endTime } = key
      return { id, state: stateIn(stored, key), createTime, signTime, endTime }
    })
  },
  /** Throws `keyPending` while a new key has not signed yet: applications would learn one that never does. */
  async rotate({ db, actor, note, afterCommit }: RequestScope) {
    assertPlatformActor(actor)
    await repository.lock(db)
    const [newest] = await repository.list(db)
    if (newest && !newest.learned) throw new AppError(oidcErrors.keyPending)
    const id = newId()
    await repository.insert(db, id, await keys.createSealed())
    note({ entityId: id, entityName: id })
    afterCommit(keys.forget)
    return null
  },
})
