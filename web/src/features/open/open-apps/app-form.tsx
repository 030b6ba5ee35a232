import type { openAppWrite } from '@atrium/contract/features/open/open-apps/open-app-fields.ts'
import type { OpenAppRow } from '@atrium/contract/features/open/open-apps/open-app-rows.ts'
import { openAppsContract } from '@atrium/contract/features/open/open-apps/open-apps.contract.ts'
import { usersContract } from '@atrium/contract/features/people/users/users.contract.ts'
import { listText } from '@atrium/contract/kernel/list-text.ts'
import type * as z from 'zod/mini'
import { useCan } from '../../../kernel/access/use-can.ts'
import {
  DateTimeField,
  SearchSelectField,
  SelectField,
  TextAreaField,
  TextField,
  WordsField,
} from '../../../kernel/forms/fields.tsx'
import { CrudForm } from '../../../kernel/listing/crud-form.tsx'
import type { ListFormProps } from '../../../kernel/listing/list-form.ts'
import { t } from '../../../ui/texts.ts'
import { formatMoment } from '../../../ui/time.tsx'
import { findPeople } from '../../people/users/public/find-people.ts'
import { CustomFields } from '../../system/custom-fields/public/custom-fields.tsx'
import { LimitsField } from '../open-apis/public/limits-field.tsx'
import { limitsText, toOptions } from '../open-apis/public/open-words.ts'
import { affectedReads } from './app-reads.ts'
import { appLabels, kindNames } from './app-words.ts'

type Values = z.input<typeof openAppWrite>

/** Adds or edits an application. */
export const AppForm = ({ row, ...rest }: ListFormProps<OpenAppRow>) => {
  const canFindPeople = useCan(usersContract.options)
  const { ownerId: owner, ...others } = appLabels
  return (
    <CrudForm
      contract={openAppsContract}
      noun={t('应用')}
      name={row?.name}
      labels={canFindPeople ? { ...others, ownerId: owner } : others}
      initial={{
        name: '',
        kind: 'server',
        ownerId: null,
        contact: '',
        home: '',
        networks: [],
        desc: '',
        rate: { perMinute: null, perDay: null },
        expireTime: null,
      }}
      formatters={{
        kind: (kind) => kindNames[kind ?? 'server'],
        rate: limitsText,
        networks: (networks) => listText(networks ?? []),
        expireTime: (time) => (time ? formatMoment(time) : t('不限')),
      }}
      invalidates={affectedReads}
      toValues={({ owner }) => ({ ownerId: owner?.id ?? null })}
      row={row}
      {...rest}
    >
      <TextField<Values> name="name" maxLength={50} />
      <SelectField<Values> name="kind" options={toOptions(kindNames)} />
      {canFindPeople && (
        <SearchSelectField<Values>
          name="ownerId"
          find={findPeople}
          placeholder={t('本人', { context: 'placeholder' })}
          help={t('应用调用内部接口的权限不超过负责人')}
        />
      )}
      <TextField<Values> name="contact" maxLength={100} placeholder={t('例如：冯志强 13800000000')} />
      <WordsField<Values>
        name="networks"
        placeholder={t('输入 IP 或网段后回车')}
        help={t('支持 IPv4、IPv6 和网段，例如 203.0.113.0/24；不填则不限来源')}
      />
      <LimitsField help={t('全部接口合计的调用上限；不填则不限')} />
      <DateTimeField<Values> name="expireTime" placeholder={t('不限')} help={t('到期后调用将被拒绝')} />
      <TextField<Values> name="home" maxLength={200} placeholder="https://" />
      <TextAreaField<Values> name="desc" maxLength={200} />
      <CustomFields entity="openApp" />
    </CrudForm>
  )
}
