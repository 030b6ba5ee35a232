import { maxLinkDays } from '@atrium/contract/features/content/documents/document-fields.ts'
import { documentLinksContract } from '@atrium/contract/features/content/documents/document-links.contract.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { DateTimeField, NumberField, PasswordField, SwitchField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { t } from '../../../ui/texts.ts'

const { links, createLink } = documentLinksContract
type Values = z.input<typeof createLink.body>
const usualLife = 7 * 24 * 60 * 60 * 1000

type LinkFormProps = { documentId: string; onMade: (token: string) => void; onClosed: () => void }

/** Makes a link to a file. */
export const LinkForm = ({ documentId, onMade, onClosed }: LinkFormProps) => {
  const [expireTime] = useState(() => new Date(Date.now() + usualLife).toISOString())
  return (
    <WriteForm
      title={t('新建分享链接')}
      act={t('新建链接')}
      endpoint={createLink}
      params={{ id: documentId }}
      labels={{
        expireTime: t('到期时间'),
        password: t('访问密码'),
        downloadable: t('允许下载'),
        mostUses: t('可用次数'),
      }}
      initial={{ password: '', expireTime, downloadable: true, mostUses: null }}
      invalidates={[links]}
      onDone={({ token }) => onMade(token)}
      onClosed={onClosed}
    >
      <DateTimeField<Values>
        name="expireTime"
        placeholder={t('请选择到期时间')}
        help={t('最长 {maxLinkDays} 天', { maxLinkDays })}
      />
      <PasswordField<Values>
        name="password"
        required={false}
        maxLength={32}
        placeholder={t('选填，6-32 位')}
        help={t('请通过其他方式告知对方')}
      />
      <SwitchField<Values> name="downloadable" required={false} help={t('关闭后仅可在线查看')} />
      <NumberField<Values> name="mostUses" required={false} help={t('每次预览或下载扣减一次，不填表示不限次数')} />
    </WriteForm>
  )
}
