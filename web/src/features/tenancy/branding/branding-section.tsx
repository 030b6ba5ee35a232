import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import { brandingContract, maxLogoBytes } from '@atrium/contract/features/tenancy/branding/branding.contract.ts'
import type { Tenant } from '@atrium/contract/features/tenancy/tenants/tenants.contract.ts'
import { useRef } from 'react'
import { Can } from '../../../kernel/access/can.tsx'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { Facts } from '../../../kernel/listing/facts.tsx'
import { usePicture } from '../../../kernel/page/use-picture.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { useOverlay } from '../../../ui/use-overlay.tsx'
import { tenantReads } from '../tenants/public/tenant-reads.ts'
import { BrandingForm } from './branding-form.tsx'
import { brandingLabels } from './branding-words.ts'
import '../tenants/public/tenancy.css'
import './branding.css'

const { updateBranding, logo: readLogo, replaceLogo, removeLogo } = brandingContract
const invalidates = [...tenantReads, sessionContract.loginInfo]

const Actions = ({ tenant }: { tenant: Tenant }) => {
  const [drawer, open] = useOverlay()
  const picker = useRef<HTMLInputElement>(null)
  const replace = useWrite(replaceLogo, { invalidates })
  const remove = useWrite(removeLogo, { invalidates })
  const params = { id: tenant.companyId }
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxLogoBytes) toast.error(t('标志图片不能超过 1 MB'))
    else replace.mutate({ params, file })
  }
  return (
    <div className="tenancy-actions">
      <Can endpoint={updateBranding}>
        <Button onClick={() => open((onClosed) => <BrandingForm tenant={tenant} onClosed={onClosed} />)}>
          {t('品牌设置')}
        </Button>
      </Can>
      <Can endpoint={replaceLogo}>
        <Button loading={replace.isPending} onClick={() => picker.current?.click()}>
          {tenant.branding.logo ? t('更换标志') : t('上传标志')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept="image/jpeg,image/png"
          aria-label={t('上传标志')}
          onChange={({ currentTarget }) => {
            take(currentTarget.files?.[0])
            // Choosing the same file again must fire a change event.
            currentTarget.value = ''
          }}
        />
      </Can>
      {tenant.branding.logo && (
        <Can endpoint={removeLogo}>
          <Button danger loading={remove.isPending} onClick={() => remove.mutate({ params })}>
            {t('移除标志')}
          </Button>
        </Can>
      )}
      {drawer}
    </div>
  )
}

const Swatch = ({ color }: { color: string }) => (
  <span className="branding-swatch">
    <span style={{ background: color }} />
    <code>{color}</code>
  </span>
)

/** Branding of a tenant, in place of the platform's. */
export const BrandingSection = ({ tenant, isShared }: { tenant: Tenant; isShared: boolean }) => {
  const { title, primary, background, logo } = tenant.branding
  const src = usePicture(readLogo, { params: { id: tenant.companyId } }, logo)
  const platform = <span className="tenancy-quiet">{t('平台默认')}</span>
  return (
    <section className="branding">
      <h3 className="tenancy-section">{t('品牌')}</h3>
      <Facts
        facts={{
          [brandingLabels.title]: title || platform,
          [brandingLabels.primary]: primary ? <Swatch color={primary} /> : platform,
          [brandingLabels.background]: background && <Swatch color={background} />,
          标志: src ? (
            <img
              className="branding-logo"
              src={src}
              alt={t('{companyName}的标志', { companyName: tenant.companyName })}
            />
          ) : (
            platform
          ),
        }}
      />
      {!isShared && <Actions tenant={tenant} />}
    </section>
  )
}
