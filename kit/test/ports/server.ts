import {
  type AfterHook,
  type BeforeHook,
  crudHandlers,
  crudRepository,
  defineModule,
  implement,
  orNotFound,
  sql,
  stampColumns,
  t,
} from '@atrium/kit/server'
import { contract, type LoanRow, loanSettings, loansContract } from './contract.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'loans.loans': {
      company_id: string
      id: string
      name: string
      user_id: string | null
      return_by: string | null
      version: number
      created_at: string
      created_by: unknown
      updated_at: string
      updated_by: unknown
    }
  }
}

const columns = { id: 'id', name: 'name', userId: 'user_id', ...stampColumns } as const
const loans = crudRepository<'loans.loans', typeof columns, LoanRow>({
  table: 'loans.loans',
  columns,
  searchIn: ['name'],
  orderBy: 'name',
})

const unreturned: BeforeHook = {
  events: ['user.locked', 'user.disabled', 'user.removed'],
  endpoint: loansContract.list,
  async find({ db, event, id }) {
    const lent = await db.selectFrom('loans.loans').where('user_id', '=', id).orderBy('name').select('name').execute()
    if (lent.length === 0) return undefined
    const names = lent.map(({ name }) => name)
    if (event !== 'user.removed') return { says: t('名下有未归还的物品'), count: lent.length, names }
    return { says: t('请先归还名下的物品'), refuses: true, count: lent.length, names }
  },
}

const lentOut: BeforeHook = {
  events: ['company.locked', 'tenant.closed'],
  endpoint: loansContract.list,
  async find({ db }) {
    const lent = await db.selectFrom('loans.loans').where('user_id', 'is not', null).select('name').execute()
    return lent.length === 0
      ? undefined
      : { says: t('仍有物品借出'), count: lent.length, names: lent.map(({ name }) => name) }
  },
}

const noted: AfterHook = {
  events: ['user.locked'],
  async run({ db, id }) {
    const returnBy = sql<string>`coalesce(return_by, current_date + 7)`
    await db.updateTable('loans.loans').where('user_id', '=', id).set({ return_by: returnBy }).execute()
  },
}

export const server = defineModule({
  contract,
  create: ({ settings, messages }) => ({
    routes: implement(loansContract, {
      ...crudHandlers(loans, { audited: ['name', 'userId'] }),
      async remind({ db, actor: { companyId }, note }, id) {
        const { name, userId } = orNotFound(await loans.find(db, id))
        const { 'loans.days': days } = await settings.read(loanSettings, db)
        await messages.notify(db, {
          companyId,
          users: userId === null ? [] : [userId],
          message: 'loans.reminded',
          values: { thing: name, days: String(days) },
        })
        note({ entityId: id, entityName: name, after: { days } })
        return null
      },
    }),
    before: [unreturned, lentOut],
    after: [noted],
  }),
})
