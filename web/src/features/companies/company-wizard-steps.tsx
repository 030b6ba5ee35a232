import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { DateTimeField, SearchSelectField, TextField } from '../../kernel/forms/fields.tsx'
import { useFieldValue } from '../../ui/form.tsx'
import type { AddValues } from './add-values.ts'
import { ContactFields, IdentityFields } from './company-fields.tsx'

import { findCompanies } from './find-companies.ts'
import { findPlans } from './find-plans.ts'
import './companies.css'

/** The fields of one step, with the cursor in the first of them, unless the drawer opens with it and does that itself. */
const Step = ({ opens = false, children }: { opens?: boolean; children: ReactNode }) => {
  const fields = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // On a touch screen a keyboard would cover half the form.
    if (!opens && !matchMedia('(pointer: coarse)').matches) fields.current?.querySelector('input')?.focus()
  }, [opens])
  return <div ref={fields}>{children}</div>
}

/** Whether a company above is chosen, told whenever that changes. */
const SubsidiaryNote = ({ onSubsidiary }: { onSubsidiary: (is: boolean) => void }) => {
  const isSubsidiary = Boolean(useFieldValue('parent'))
  const tell = useEffectEvent(onSubsidiary)
  useEffect(() => tell(isSubsidiary), [isSubsidiary])
  return (
    isSubsidiary && (
      <p className="company-note">
        子公司与上级公司共用租户：套餐、到期时间和用户数上限都以上级公司为准，也不使用模板。
      </p>
    )
  )
}

type CompanyStepProps = { opens: boolean; onSubsidiary: (is: boolean) => void }
export const CompanyStep = ({ opens, onSubsidiary }: CompanyStepProps) => (
  <Step opens={opens}>
    <IdentityFields />
    <SearchSelectField<AddValues>
      name="parent"
      find={findCompanies()}
      placeholder="没有，是独立公司"
      help="选择后成为它的子公司"
    />
    <SubsidiaryNote onSubsidiary={onSubsidiary} />
    <h3 className="company-section">联系方式与备注</h3>
    <ContactFields />
  </Step>
)

export const AdministratorStep = () => (
  <Step>
    <TextField<AddValues> name="account" maxLength={30} placeholder="4-30 位，以字母开头" />
    <div className="company-pair">
      <TextField<AddValues> name="adminName" maxLength={30} />
      <TextField<AddValues> name="adminPhone" maxLength={11} />
    </div>
    <p className="company-note">密码由系统生成，开通后显示一次；首次登录须修改。</p>
  </Step>
)

export const PlanStep = () => (
  <Step>
    <SearchSelectField<AddValues>
      name="planId"
      find={findPlans}
      placeholder="默认：标准版"
      help="决定这家公司最多能用哪些菜单和功能"
    />
    <DateTimeField<AddValues> name="expireTime" placeholder="长期有效" />
  </Step>
)

export const TemplateStep = () => (
  <Step>
    <SearchSelectField<AddValues>
      name="template"
      find={findCompanies()}
      placeholder="不使用模板"
      help="新公司会沿用它的组织、岗位、角色、密码策略和基础参数"
    />
    <p className="company-note">
      人员、负责人、联系方式和密钥不会带过来；角色的权限以所选套餐为限，针对具体人员的数据规则改为仅本人。
    </p>
  </Step>
)
