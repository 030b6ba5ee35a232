import type { UserRow } from '@atrium/contract/features/people/users/users.contract.ts'
import { notedText } from '@atrium/contract/kernel/list-text.ts'
import type { Db } from '../../../../kernel/db/database.ts'
import type { Actor } from '../../../../kernel/scope.ts'
import { presentUsers, userStatus } from '../listing/matching-users.repository.ts'
import { findUserHits } from './user-hits.repository.ts'

type Found = { id: string; name: string; account: string; status: number }
const toOption = ({ id, name, account, status }: Found) => ({
  value: id,
  label: notedText(name, account),
  extra: { status: status as UserRow['status'] },
})

/** Users in the caller's row scope as options of an autocomplete field; the newest first without a keyword. */
export const userOptions = (db: Db, actor: Actor) => {
  const rows = presentUsers(db, actor).select(['users.id', 'users.name', 'users.account', userStatus.as('status')])
  return {
    async one(id: string) {
      const user = await rows.where('users.id', '=', id).executeTakeFirst()
      return user && toOption(user)
    },
    async matching(keyword: string, limit: number) {
      if (keyword !== '') {
        const hits = await findUserHits(db, actor, keyword, limit)
        return hits.map(({ code, ...user }) => toOption({ ...user, account: code }))
      }
      const newest = rows.orderBy('users.created_at', 'desc').orderBy('users.id').limit(limit)
      return (await newest.execute()).map(toOption)
    },
  }
}
