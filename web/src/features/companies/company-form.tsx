import {
  type CompanyDetail,
  type CompanyRow,
  companiesContract,
  companyAdministrator,
  companyCreate,
  companyUpdate,
} from '@atrium/contract/features/companies/companies.contract.ts'
import { useState } from 'react'
import * as z from 'zod/mini'
import { CallError } from '../../kernel/api/call-error.ts'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { useFresh } from '../../kernel/api/use-fresh.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import { DateTimeField, SearchSelectField, TextAreaField, TextField } from '../../kernel/forms/fields.tsx'
import type { ListFormProps } from '../../kernel/listing/list-page.tsx'
import { useFieldValue } from '../../ui/form.tsx'
import { affected } from './affected-reads.ts'
import { fieldLabels } from './company-words.ts'
import { CredentialsOnce } from './credentials-once.tsx'
import { findCompanies } from './find-companies.ts'
import { findPlans } from './find-plans.ts'
import './companies.css'

const { account, name: adminName, phone: adminPhone } = companyAdministrator.shape
const administrator = { account, adminName, adminPhone }
const administratorLabels = { account: '管理员账号', adminName: '管理员姓名', adminPhone: '管理员手机号' } as const
const addSchema = z.extend(z.omit(companyCreate, { admin: true }), administrator)
type AddValues = z.input<typeof addSchema>
type Values = z.input<typeof companyUpdate>

const IdentityFields = () => (
  <>
    <TextField<Values> name="name" maxLength={100} />
    <div className="company-pair">
      <TextField<Values> name="shortName" maxLength={30} />
      <TextField<Values> name="code" maxLength={31} />
      <TextField<Values> name="creditCode" maxLength={18} placeholder="18 位" />
      <TextField<Values> name="legal" maxLength={30} />
    </div>
  </>
)
const ContactFields = () => (
  <>
    <div className="company-pair">
      <TextField<Values> name="contact" maxLength={30} />
      <TextField<Values> name="phone" maxLength={30} />
      <TextField<Values> name="email" maxLength={254} />
      <TextField<Values> name="industry" maxLength={50} />
      <TextField<Values> name="size" maxLength={30} placeholder="例如：100–499 人" />
      <TextField<Values> name="areaCode" maxLength={12} placeholder="例如：310000" />
    </div>
    <TextField<Values> name="address" maxLength={200} />
    <TextAreaField<Values> name="remark" maxLength={200} />
  </>
)

/** What was agreed on; a subsidiary shares that of the company above it. */
const PlanFields = () =>
  useFieldValue('parent') ? (
    <p className="company-note">子公司与上级公司共用租户：套餐、到期时间和用户数上限都以上级公司为准。</p>
  ) : (
    <div className="company-pair">
      <SearchSelectField<AddValues> name="planId" find={findPlans} placeholder="标准版" />
      <DateTimeField<AddValues> name="expireTime" placeholder="长期有效" />
    </div>
  )

const wireFields: Readonly<Record<string, string>> = {
  'admin.account': 'account',
  'admin.name': 'adminName',
  'admin.phone': 'adminPhone',
}
/** What the server says of the administrator, at the fields of this form. */
const atFormFields = (error: unknown) =>
  error instanceof CallError
    ? new CallError({
        ...{ code: error.code, msg: error.msg, traceId: error.traceId, data: error.data },
        errors: error.errors?.map(({ field, msg }) => ({ field: wireFields[field] ?? field, msg })),
      })
    : error

const AddForm = ({ onSaved, onClosed }: Omit<ListFormProps<CompanyRow>, 'row'>) => {
  const [made, setMade] = useState<{ company: string; account: string; password: string }>()
  const [failure, setFailure] = useState<unknown>()
  const create = useWrite(companiesContract.create, { invalidates: affected, onDone: ({ id }) => onSaved(id) })
  return (
    <>
      <DrawerForm
        title="新增公司"
        width={720}
        schema={addSchema}
        labels={{ ...fieldLabels, ...administratorLabels, planId: '套餐', expireTime: '到期时间' }}
        initial={{ name: '', account: '', adminName: '', adminPhone: '', parent: null, planId: null, expireTime: null }}
        busy={create.isPending}
        error={failure}
        onSubmit={async ({ account: ofAdmin, adminName: called, adminPhone: number, ...fields }) => {
          const own = fields.parent === null ? fields : { ...fields, planId: null, expireTime: null }
          try {
            const { account: made_, password } = await create.mutateAsync({
              body: { ...own, admin: { account: ofAdmin, name: called, phone: number } },
            })
            setMade({ company: fields.name, account: made_, password })
          } catch (error) {
            setFailure(atFormFields(error))
            throw error
          }
        }}
        onClosed={() => made === undefined && onClosed()}
      >
        <h3 className="company-section">1. 公司</h3>
        <IdentityFields />
        <SearchSelectField<AddValues>
          name="parent"
          find={findCompanies()}
          placeholder="没有，是独立公司"
          help="选择后成为它的子公司"
        />
        <h3 className="company-section">2. 管理员</h3>
        <div className="company-pair">
          <TextField<AddValues> name="account" maxLength={30} placeholder="4-30 位，以字母开头" />
          <TextField<AddValues> name="adminName" maxLength={30} />
          <TextField<AddValues> name="adminPhone" maxLength={11} />
        </div>
        <p className="company-note">密码由系统生成，确定后显示一次；首次登录须修改。</p>
        <h3 className="company-section">3. 套餐</h3>
        <PlanFields />
        <h3 className="company-section">4. 联系方式与备注</h3>
        <ContactFields />
      </DrawerForm>
      {made && <CredentialsOnce {...made} onClose={onClosed} />}
    </>
  )
}

const EditForm = ({
  company,
  onSaved,
  onClosed,
}: Omit<ListFormProps<CompanyRow>, 'row'> & { company: CompanyDetail }) => {
  const update = useWrite(companiesContract.update, { invalidates: affected, onDone: () => onSaved(company.id) })
  const { id, name, shortName, code, creditCode, legal, contact, phone, email, areaCode, address } = company
  const { industry, size, remark, parent, version } = company
  const initial = { name, shortName, code, creditCode, legal, contact, phone, email, areaCode, address }
  return (
    <DrawerForm
      title={`编辑公司：${name}`}
      width={720}
      schema={companyUpdate}
      labels={fieldLabels}
      show={{ parent: (value) => (value ? '已选择' : '独立公司') }}
      initial={{ ...initial, industry, size, remark, parent, version }}
      busy={update.isPending}
      error={update.error}
      onSubmit={(body) => update.mutateAsync({ params: { id }, body })}
      onClosed={onClosed}
    >
      <IdentityFields />
      <ContactFields />
      {parent !== null && (
        <SearchSelectField<Values> name="parent" find={findCompanies(id)} help="只能在同一租户的公司之间调整" />
      )}
    </DrawerForm>
  )
}

const ReadThenEdit = ({ row, ...rest }: ListFormProps<CompanyRow> & { row: CompanyRow }) => {
  const company = useFresh(companiesContract.get, { params: { id: row.id } }, rest.onClosed)
  return company && <EditForm company={company} {...rest} />
}

/** Adds a company with its administrator and plan, or changes one. */
export const CompanyForm = ({ row, ...rest }: ListFormProps<CompanyRow>) =>
  row ? <ReadThenEdit row={row} {...rest} /> : <AddForm {...rest} />
