import type { profileWrite } from '@atrium/contract/features/identity/account/account.contract.ts'
import { accountErrors } from '@atrium/contract/features/identity/account/account.errors.ts'
import type { ListQuery } from '@atrium/contract/kernel/listing.ts'
import type * as z from 'zod/mini'
import { assertPageDepth, assertVersion, orNotFound } from '../../../kernel/db/crud-handlers.ts'
import { locateIp } from '../../../kernel/locate-ip.ts'
import { maskedMail, maskedPhone } from '../../../kernel/masked.ts'
import {
  type Actor,
  type DetachedScope,
  homeActor,
  type RequestScope,
  refusalAt,
  toPrincipal,
} from '../../../kernel/scope.ts'
import type { Languages } from '../../../kernel/texts/languages.ts'
import { users } from '../../people/users/index.ts'
import type { Files } from '../../tenancy/files/index.ts'
import { accountRepository } from './account.repository.ts'
import { portraitShape, toPortrait } from './portrait.ts'

const readProfile = async ({ db, actor }: RequestScope) => {
  const user = orNotFound(await users.find(db, actor.companyId, actor.userId))
  const { id, account, name, sex, signature, timeZone, createTime, version } = user
  const contacts = { phone: maskedPhone(user.phone), email: maskedMail(user.email) }
  return { id, account, name, sex, ...contacts, company: user.companyName, signature, timeZone, createTime, version }
}

const profile = {
  profile: readProfile,

  async updateProfile(scope: RequestScope, { version, ...write }: z.output<typeof profileWrite>) {
    const { companyId, userId } = scope.actor
    const before = await readProfile(scope)
    assertVersion(before, version)
    await users.setProfile(scope.db, companyId, userId, write)
    const { name, sex, signature, timeZone } = before
    scope.note({ entityId: userId, entityName: write.name, before: { name, sex, signature, timeZone }, after: write })
    return null
  },

  async logs({ db, actor }: RequestScope, query: ListQuery & { 'f.event'?: string | undefined }) {
    assertPageDepth(query)
    const page = await accountRepository.logs(db, actor.companyId, actor.userId, query, query['f.event'])
    return { ...page, data: page.data.map((row) => ({ ...row, area: locateIp(row.ip) })) }
  },
}

type Ports = { files: Files; languages: Pick<Languages, 'tags'> }
/** The caller's own profile; shared by console and portal. */
export const createAccount = ({ files, languages }: Ports) => ({
  ...profile,

  /** Throws `unknownLanguage`. */
  async setLanguage({ db, actor, note }: RequestScope, { language }: { language: string | null }) {
    if (language !== null && !languages.tags.includes(language))
      throw refusalAt(accountErrors.unknownLanguage, 'language')
    const account = toPrincipal(homeActor(actor))
    const { language: before } = orNotFound(await accountRepository.language(db, account))
    await accountRepository.setLanguage(db, account, language)
    note({ entityId: actor.userId, entityName: actor.name, before: { language: before }, after: { language } })
    return null
  },

  async portrait({ db, actor }: RequestScope) {
    return files.reply(orNotFound(await accountRepository.portrait(db, actor)), portraitShape.type)
  },

  async replacePortrait(scope: DetachedScope<Actor>, file: Uint8Array) {
    const { companyId, userId, name } = scope.actor
    const { image, thumbnail } = await toPortrait(file)
    scope.note({ entityId: userId, entityName: name })
    const shown = { name: '头像.jpg', purpose: 'portrait', ...portraitShape }
    await files.replacePicture(
      scope,
      companyId,
      { bytes: image, ...shown },
      {
        find: (db) => accountRepository.portrait(db, scope.actor),
        use: (db, fileId, etag) =>
          accountRepository.replacePortrait(db, { companyId, userId }, { fileId, thumbnail, etag }),
      },
    )
    return null
  },
})
