import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { DateTimeField, SearchSelectField, TextField } from '../../../kernel/forms/fields.tsx'
import { useFieldValue } from '../../../ui/form.tsx'
import { Note } from '../../../ui/note.tsx'
import { t } from '../../../ui/texts.ts'
import { CustomFields } from '../../system/custom-fields/public/custom-fields.tsx'
import { findPlans } from '../plans/public/find-plans.ts'
import type { AddValues } from './add-values.ts'
import { ContactFields, IdentityFields } from './company-fields.tsx'
import { findCompanies } from './find-companies.ts'
import '../tenants/public/tenancy.css'
import './companies.css'

/** Fields of one step. Focuses the first one, except on the first step, where the drawer does. */
const Step = ({ isInitial = false, children }: { isInitial?: boolean; children: ReactNode }) => {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a touch screen the keyboard would cover half the form.
    if (!isInitial && !matchMedia('(pointer: coarse)').matches) fields.current?.querySelector('input')?.focus()
  }, [isInitial])
  return <div ref={fields}>{children}</div>
}

/** Note on subsidiaries, and a callback when a parent company is chosen or cleared. */
const SubsidiaryNote = ({ onSubsidiaryChange }: { onSubsidiaryChange: (is: boolean) => void }) => {
  const isSubsidiary = Boolean(useFieldValue('parent'))
  const notify = useEffectEvent(onSubsidiaryChange)
  useEffect(() => notify(isSubsidiary), [isSubsidiary])
  return (
    isSubsidiary && <Note>{t('子公司与上级公司共用租户：套餐、到期时间和用户数上限以上级公司为准，不使用模板。')}</Note>
  )
}

type CompanyStepProps = { isInitial: boolean; onSubsidiaryChange: (is: boolean) => void }
export const CompanyStep = ({ isInitial, onSubsidiaryChange }: CompanyStepProps) => (
  <Step isInitial={isInitial}>
    <IdentityFields />
    <SearchSelectField<AddValues>
      name="parent"
      find={findCompanies()}
      placeholder={t('无（独立公司）')}
      help={t('选择后成为其子公司')}
    />
    <SubsidiaryNote onSubsidiaryChange={onSubsidiaryChange} />
    <h3 className="tenancy-section">{t('联系方式与备注')}</h3>
    <ContactFields />
    <CustomFields entity="company" />
  </Step>
)

export const AdministratorStep = () => (
  <Step>
    <TextField<AddValues> name="account" maxLength={30} placeholder={t('4-30 位，以字母开头')} />
    <div className="company-pair">
      <TextField<AddValues> name="adminName" maxLength={30} />
      <TextField<AddValues> name="adminPhone" maxLength={11} />
    </div>
    <Note>{t('密码由系统生成，开通后仅显示一次；首次登录须修改。')}</Note>
  </Step>
)

export const PlanStep = () => (
  <Step>
    <SearchSelectField<AddValues>
      name="planId"
      find={findPlans}
      placeholder={t('默认：标准版')}
      help={t('决定该公司可用的菜单和功能范围')}
    />
    <DateTimeField<AddValues> name="expireTime" placeholder={t('长期有效')} />
  </Step>
)

export const TemplateStep = () => (
  <Step>
    <SearchSelectField<AddValues>
      name="template"
      find={findCompanies()}
      placeholder={t('不使用模板')}
      help={t('新公司将沿用模板公司的组织、岗位、角色、密码策略和基础参数')}
    />
    <Note>{t('不含人员、负责人、联系方式和密钥；角色权限以所选套餐为限，针对具体人员的数据规则改为仅本人。')}</Note>
  </Step>
)
