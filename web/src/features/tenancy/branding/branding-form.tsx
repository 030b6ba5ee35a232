import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { brandingContract, type brandingUpdate } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import type * as z from 'zod/mini'
import { Field, TextField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { ColorInput } from '../../../ui/color-input.tsx'
import { t } from '../../../ui/texts.ts'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { brandingLabels } from './branding-words.ts'

type Values = z.input<typeof brandingUpdate>

/** Title and colours of a tenant, in place of the platform's. */
export const BrandingForm = ({ tenant, onClosed }: { tenant: Tenant; onClosed: () => void }) => {
  const { companyId, companyName, branding, version } = tenant
  const { title, primary, background } = branding
  return (
    <WriteForm
      title={t('品牌设置：{companyName}', { companyName })}
      act={t('保存')}
      endpoint={brandingContract.updateBranding}
      params={{ id: companyId }}
      labels={brandingLabels}
      initial={{ title, primary, background, version }}
      invalidates={[...tenantReads, sessionContract.loginInfo]}
      onClosed={onClosed}
    >
      <TextField<Values>
        name="title"
        maxLength={30}
        placeholder={t('平台默认')}
        help={t('显示在侧边栏和浏览器标题，不填则使用平台标题')}
      />
      <Field<Values>
        name="primary"
        help={t('按钮、链接和选中状态的颜色；须在浅色背景上清晰可辨，深色模式下自动调亮。不填则使用平台主题色')}
      >
        <ColorInput />
      </Field>
      <Field<Values> name="background" help={t('公司域名登录页左侧的背景色，不填则使用平台背景色')}>
        <ColorInput />
      </Field>
    </WriteForm>
  )
}
