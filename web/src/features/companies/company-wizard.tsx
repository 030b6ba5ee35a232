import {
  type CompanyRow,
  companiesContract,
  type SetUp,
} from '@atrium/contract/features/companies/companies.contract.ts'
import { useState } from 'react'
import { CallError } from '../../kernel/api/call-error.ts'
import { useWrite } from '../../kernel/api/use-endpoint.ts'
import { DrawerForm } from '../../kernel/forms/drawer-form.tsx'
import type { ListFormProps } from '../../kernel/listing/list-page.tsx'
import { StepBar } from '../../ui/step-bar.tsx'
import { addSchema } from './add-values.ts'
import { affected } from './affected-reads.ts'
import { AdministratorStep, CompanyStep, PlanStep, TemplateStep } from './company-wizard-steps.tsx'
import { fieldLabels } from './company-words.ts'
import { CredentialsOnce } from './credentials-once.tsx'
import { SetUpList } from './set-up-list.tsx'

const labels = {
  ...fieldLabels,
  ...{ account: '管理员账号', adminName: '管理员姓名', adminPhone: '管理员手机号' },
  ...{ planId: '套餐', expireTime: '到期时间', template: '模板公司' },
} as const
const titles = ['公司信息', '管理员', '套餐', '模板'] as const
/** The steps of fields that are not the company's own. */
const places: Readonly<Record<string, number>> = {
  ...{ account: 1, adminName: 1, adminPhone: 1 },
  ...{ planId: 2, expireTime: 2, template: 3 },
}
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

type Made = { company: string; account: string; password: string; setUp: SetUp }

/** Adds a company step by step; a subsidiary shares the plan above it and begins with nothing, so it takes two. */
export const CompanyWizard = ({ onSaved, onClosed }: Omit<ListFormProps<CompanyRow>, 'row'>) => {
  const [reached, setAt] = useState<number>()
  const at = reached ?? 0
  const [isSubsidiary, setIsSubsidiary] = useState(false)
  const [made, setMade] = useState<Made>()
  const [failure, setFailure] = useState<unknown>()
  const create = useWrite(companiesContract.create, { invalidates: affected, onDone: ({ id }) => onSaved(id) })
  const shown = isSubsidiary ? titles.slice(0, 2) : titles
  return (
    <>
      <DrawerForm
        title="新增公司"
        width={720}
        schema={addSchema}
        labels={labels}
        initial={{
          ...{ name: '', account: '', adminName: '', adminPhone: '' },
          ...{ parent: null, planId: null, expireTime: null, template: null },
        }}
        busy={create.isPending}
        error={failure}
        step={{
          onBack: at > 0 ? () => setAt(at - 1) : undefined,
          onNext: at < shown.length - 1 ? () => setAt(at + 1) : undefined,
          onProblem: (field) => setAt(places[field] ?? 0),
        }}
        onSubmit={async ({ account: ofAdmin, adminName: called, adminPhone: phone, ...fields }) => {
          const shared = { planId: null, expireTime: null, template: null }
          const body = {
            ...fields,
            ...(fields.parent === null ? {} : shared),
            admin: { account: ofAdmin, name: called, phone },
          }
          try {
            const { account: made_, password, setUp } = await create.mutateAsync({ body })
            setMade({ company: fields.name, account: made_, password, setUp })
          } catch (error) {
            setFailure(atFormFields(error))
            throw error
          }
        }}
        onClosed={() => made === undefined && onClosed()}
      >
        <StepBar titles={shown} at={at} />
        {at === 0 && <CompanyStep opens={reached === undefined} onSubsidiary={setIsSubsidiary} />}
        {at === 1 && <AdministratorStep />}
        {at === 2 && <PlanStep />}
        {at === 3 && <TemplateStep />}
      </DrawerForm>
      {made && (
        <CredentialsOnce {...made} onClose={onClosed}>
          <SetUpList steps={made.setUp} />
        </CredentialsOnce>
      )}
    </>
  )
}
