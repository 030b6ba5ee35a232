import { CrudForm, type ListFormProps, ListPage, TextField, t } from '@atrium/kit/web'
import { type LoanRow, type LoanWrite, loansContract } from './contract.ts'

const noun = t('借用')
const labels = { name: t('物品名称') } as const

const LoanForm = (props: ListFormProps<LoanRow>) => (
  <CrudForm contract={loansContract} noun={noun} labels={labels} initial={{ name: '', userId: null }} {...props}>
    <TextField<LoanWrite> name="name" maxLength={60} />
  </CrudForm>
)

/** What people of the company have borrowed. */
export const LoansPage = () => (
  <ListPage
    contract={loansContract}
    texts={{ noun, purpose: t('公司物品的借用。'), searchHint: t('物品名称'), rowName: ({ name }) => name }}
    columns={[{ field: 'name', title: labels.name }]}
    form={LoanForm}
  />
)
