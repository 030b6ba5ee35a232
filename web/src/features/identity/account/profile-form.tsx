import {
  accountContract,
  type profile,
  profileWrite,
} from '@atrium/contract/features/identity/account/account.contract.ts'
import { sessionContract } from '@atrium/contract/features/identity/session/session.contract.ts'
import type * as z from 'zod/mini'
import { useWrite } from '../../../kernel/api/use-write.ts'
import { DrawerForm } from '../../../kernel/forms/drawer-form.tsx'
import { SearchSelectField, TextAreaField, TextField } from '../../../kernel/forms/fields.tsx'
import { t } from '../../../ui/texts.ts'
import { setTimeZone } from '../../../ui/time-zone.ts'
import { DictSelectField } from '../../system/dictionaries/public/dictionary-controls.tsx'
import { useDictionaryLabel } from '../../system/dictionaries/public/use-dictionary.ts'
import { profileLabels } from './profile-words.ts'
import { findZones, zoneLabel } from './time-zones.ts'

export type Profile = z.output<typeof profile>
type Values = z.output<typeof profileWrite>

const browserZoneLabel = zoneLabel(Intl.DateTimeFormat().resolvedOptions().timeZone)
const timeZoneText = (zone: string) => (zone ? zoneLabel(zone) : t('跟随浏览器'))

/** Edits the user's own profile. */
export const ProfileForm = ({ profile, onClosed }: { profile: Profile; onClosed: () => void }) => {
  const update = useWrite(accountContract.updateProfile, {
    invalidates: [accountContract.profile, accountContract.logs, sessionContract.loginInfo],
  })
  const sexName = useDictionaryLabel('sex')
  const { name, sex, signature, timeZone, version } = profile
  const save = async (body: Values) => {
    await update.mutateAsync({ body })
    setTimeZone(body.timeZone)
  }
  return (
    <DrawerForm
      title={t('编辑个人资料')}
      act={t('保存')}
      schema={profileWrite}
      labels={profileLabels}
      formatters={{ sex: sexName, timeZone: timeZoneText }}
      // Replies are not validated; the schema validates again before sending.
      initial={{ name, sex, signature, timeZone, version } as z.input<typeof profileWrite>}
      busy={update.isPending}
      error={update.error}
      onSubmit={save}
      onClosed={onClosed}
    >
      <TextField<Values> name="name" maxLength={30} />
      <DictSelectField<Values> name="sex" group="sex" numeric />
      <TextAreaField<Values> name="signature" maxLength={100} />
      <SearchSelectField<Values>
        name="timeZone"
        find={findZones}
        placeholder={t('跟随浏览器：{browserZoneLabel}', { browserZoneLabel })}
        help={t('页面时间按该时区显示，留空则跟随浏览器')}
      />
    </DrawerForm>
  )
}
