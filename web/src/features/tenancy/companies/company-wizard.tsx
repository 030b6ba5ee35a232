import { type CompanyRow, companiesContract } from '@atrium/contract/features/tenancy/companies/companies.contract.ts'
import type { SetUp } from '@atrium/contract/features/tenancy/tenants/set-up.ts'
import { useState } from 'react'
import { CallError } from '../../../kernel/api/call-error.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { StepBar } from '../../../ui/step-bar.tsx'
import { t } from '../../../ui/texts.ts'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { addSchema } from './add-values.ts'
import { AdministratorStep, CompanyStep, PlanStep, TemplateStep } from './company-wizard-steps.tsx'
import { fieldLabels } from './company-words.ts'
import { CredentialsOnce } from './credentials-once.tsx'
import { SetUpList } from './set-up-list.tsx'

const labels = {
  ...fieldLabels,
  account: t('管理员账号'),
  adminName: t('管理员姓名'),
  adminPhone: t('管理员手机号'),
  planId: t('套餐'),
  expireTime: t('到期时间'),
  template: t('模板公司'),
  custom: t('自定义字段'),
} as const
const titles = [t('公司信息'), t('管理员'), t('套餐'), t('模板')] as const
/** Step of each field that is not in the first one. */
const stepByField: Readonly<Record<string, number>> = {
  account: 1,
  adminName: 1,
  adminPhone: 1,
  planId: 2,
  expireTime: 2,
  template: 3,
}
const wireFields: Readonly<Record<string, string>> = {
  'admin.account': 'account',
  'admin.name': 'adminName',
  'admin.phone': 'adminPhone',
}
/** Maps server errors on the administrator to the flat fields of this form. */
const toFormErrors = (error: unknown) =>
  error instanceof CallError
    ? new CallError({
        code: error.code,
        msg: error.msg,
        traceId: error.traceId,
        data: error.data,
        errors: error.errors?.map(({ field, msg }) => ({ field: wireFields[field] ?? field, msg })),
      })
    : error

type CreatedCompany = { company: string; account: string; password: string; setUp: SetUp }

/** Adds a company step by step; a subsidiary shares the plan of its parent and has two steps only. */
export const CompanyWizard = ({ onSaved, onClosed }: Omit<ListFormProps<CompanyRow>, 'row'>) => {
  const [reached, setAt] = useState<number>()
  const at = reached ?? 0
  const [isSubsidiary, setIsSubsidiary] = useState(false)
  const [created, setCreated] = useState<CreatedCompany>()
  const [failure, setFailure] = useState<unknown>()
  const create = useWrite(companiesContract.create, { invalidates: tenantReads, onDone: ({ id }) => onSaved(id) })
  const shown = isSubsidiary ? titles.slice(0, 2) : titles
  return (
    <>
      <DrawerForm
        title={t('新增公司')}
        act={t('新增公司')}
        width={720}
        schema={addSchema}
        labels={labels}
        initial={{
          name: '',
          account: '',
          adminName: '',
          adminPhone: '',
          parent: null,
          planId: null,
          expireTime: null,
          template: null,
          custom: {},
        }}
        busy={create.isPending}
        error={failure}
        step={{
          onBack: at > 0 ? () => setAt(at - 1) : undefined,
          onNext: at < shown.length - 1 ? () => setAt(at + 1) : undefined,
          onProblem: (field) => setAt(stepByField[field] ?? 0),
        }}
        onSubmit={async ({ account: adminAccount, adminName, adminPhone: phone, ...fields }) => {
          const shared = { planId: null, expireTime: null, template: null }
          const body = {
            ...fields,
            ...(fields.parent === null ? {} : shared),
            admin: { account: adminAccount, name: adminName, phone },
          }
          try {
            const { account: createdAccount, password, setUp } = await create.mutateAsync({ body })
            setCreated({ company: fields.name, account: createdAccount, password, setUp })
          } catch (error) {
            setFailure(toFormErrors(error))
            throw error
          }
        }}
        onClosed={() => created === undefined && onClosed()}
      >
        <StepBar titles={shown} at={at} />
        {at === 0 && <CompanyStep isInitial={reached === undefined} onSubsidiaryChange={setIsSubsidiary} />}
        {at === 1 && <AdministratorStep />}
        {at === 2 && <PlanStep />}
        {at === 3 && <TemplateStep />}
      </DrawerForm>
      {created && (
        <CredentialsOnce {...created} onClose={onClosed}>
          <SetUpList steps={created.setUp} />
        </CredentialsOnce>
      )}
    </>
  )
}
