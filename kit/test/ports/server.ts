import { crudHandlers, crudRepository, defineModule, implement, stampColumns } from '@atrium/kit/server'
import { contract, type LoanRow, loansContract } from './contract.ts'

declare module '@atrium/kit/server' {
  interface ModuleTables {
    'loans.loans': {
      company_id: string
      id: string
      name: string
      user_id: string | null
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

export const server = defineModule({
  contract,
  create: () => ({
    routes: implement(loansContract, crudHandlers(loans, { audited: ['name', 'userId'] })),
  }),
})
