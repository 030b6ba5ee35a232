import { appLogoContract, maxAppLogoBytes } from '@atrium/contract/features/open/open-apps/app-logo.contract.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { useRef } from 'react'
import { useCan } from '../../../kernel/access/use-can.ts'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { useOwnCompany } from '../../../shared/entry/use-own-company.ts'
import { Button } from '../../../ui/button.tsx'
import { t } from '../../../ui/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { affectedReads } from './app-reads.ts'
import { AppLogo } from './public/app-logo.tsx'
import './public/open-apps.css'

const { replaceLogo, removeLogo } = appLogoContract

/** The logo of an application, and what replaces it. */
export const LogoField = ({ app }: { app: OpenAppRow }) => {
  const picker = useRef<HTMLInputElement>(null)
  const mayReplace = useCan(replaceLogo)
  const canReplace = useOwnCompany() === app.company.id && mayReplace
  const replace = useWrite(replaceLogo, { invalidates: affectedReads })
  const remove = useWrite(removeLogo, { invalidates: affectedReads })
  const params = { id: app.id }
  const take = (file: File | undefined) => {
    if (!file) return
    if (file.size > maxAppLogoBytes) toast.error(t('图标图片不能超过 1 MB'))
    else replace.mutate({ params, file })
  }
  return (
    <span className="app-logo-field">
      <AppLogo name={app.name} logo={app.logo} />
      {canReplace && (
        <>
          <Button look="link" loading={replace.isPending} onClick={() => picker.current?.click()}>
            {app.logo ? t('更换图标') : t('上传图标')}
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept="image/jpeg,image/png"
            aria-label={t('上传图标')}
            onChange={({ currentTarget }) => {
              take(currentTarget.files?.[0])
              // Choosing the same file again must fire a change event.
              currentTarget.value = ''
            }}
          />
          {app.logo && (
            <Button look="link" danger loading={remove.isPending} onClick={() => remove.mutate({ params })}>
              {t('移除图标')}
            </Button>
          )}
        </>
      )}
    </span>
  )
}
