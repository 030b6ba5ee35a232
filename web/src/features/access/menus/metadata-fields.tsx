import type { MenuKind } from '@atrium/contract/features/access/menus/menu-metadata.ts'
import { SelectField, SwitchField, TextField } from '../../../kernel/forms/fields.tsx'
import { useFormRules } from '../../../kernel/forms/form-context.ts'
import { FormField, useFieldValue } from '../../../ui/form.tsx'
import { t } from '../../../ui/texts.ts'
import { IconPicker } from './icon-picker.tsx'
import type { MenuValues } from './menu-values.ts'
import { openModeOptions } from './menu-words.ts'

type Values = MenuValues

const IconField = () => {
  const { labels, validate } = useFormRules()
  return (
    <FormField name="icon" label={labels.icon ?? ''} required={false} problem={() => validate('icon')}>
      <IconPicker />
    </FormField>
  )
}

/** Metadata fields that apply to the menu's kind. */
export const MetadataFields = () => {
  const kind = useFieldValue('kind') as MenuKind | undefined
  const [isPage, isLink, isFrame] = [kind === 'menu', kind === 'link', kind === 'iframe']
  return (
    <div className="menu-fields">
      <IconField />
      {!isLink && <TextField<Values> name="path" required maxLength={128} placeholder={t('例如 users')} />}
      {isPage && <TextField<Values> name="component" required maxLength={128} placeholder={t('例如 sys/users')} />}
      {(isLink || isFrame) && <TextField<Values> name="external" required maxLength={1000} placeholder="https://" />}
      {isLink && <SelectField<Values> name="openMode" options={openModeOptions} required={false} />}
      {isPage && <TextField<Values> name="query" maxLength={500} placeholder={t('例如 tab=all&from=menu')} />}
      {kind === 'dir' && (
        <TextField<Values>
          name="redirect"
          maxLength={256}
          placeholder={t('noRedirect 或 /web/…')}
          help={t('打开目录地址时跳转的地址；noRedirect 表示面包屑中不可点击')}
        />
      )}
      {(isPage || isFrame) && (
        <TextField<Values>
          name="activeMenu"
          maxLength={256}
          placeholder={t('例如 /web/sys/users')}
          help={t('打开隐藏页面时，侧边栏高亮的菜单')}
        />
      )}
      <TextField<Values> name="badge" maxLength={8} placeholder={t('例如：新')} />
      <TextField<Values> name="english" maxLength={50} help={t('也可用于搜索菜单')} />
      <div className="menu-switches">
        <SwitchField<Values> name="hidden" required={false} />
        {(isPage || isFrame) && <SwitchField<Values> name="keepAlive" required={false} />}
        {(isPage || isFrame) && <SwitchField<Values> name="affix" required={false} />}
      </div>
    </div>
  )
}
