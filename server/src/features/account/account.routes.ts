import { accountContract } from '@atrium/contract/features/account/account.contract.ts'
import { orNotFound, refuseDepth } from '../../kernel/db/crud-handlers.ts'
import { implement } from '../../kernel/http/implement.ts'
import { digest } from '../../kernel/secrets.ts'
import { accountRepository } from './account.repository.ts'
import { portraitOf } from './portrait.ts'

export const accountRoutes = implement(accountContract, {
  async logs({ db, actor }, { query }) {
    refuseDepth(query)
    return accountRepository.logs(db, actor.companyId, actor.userId, query, query['f.event'])
  },
  async portrait({ db, actor }) {
    const { image } = orNotFound(await accountRepository.portrait(db, actor.companyId, actor.userId))
    return { bytes: image, type: 'image/jpeg' }
  },
  async replacePortrait(scope, { file }) {
    const { companyId, userId } = scope.actor
    const image = await portraitOf(file)
    const etag = digest(image.toString('base64')).toString('base64url').slice(0, 16)
    await accountRepository.replacePortrait(scope.db, { companyId, userId, image, etag })
    scope.note({ entityId: userId, entityName: scope.actor.name })
    return null
  },
})
