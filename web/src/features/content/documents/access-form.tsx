import {
  type DocumentAccess,
  documentAccessContract,
  type GrantRow,
  type SubjectOption,
} from '@atrium/contract/features/content/documents/document-access.contract.ts'
import { levelNames } from '@atrium/contract/features/content/documents/document-fields.ts'
import { listText, notedText } from '@atrium/contract/kernel/list-text.ts'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { call } from '../../../kernel/api/call.ts'
import { useRead } from '../../../kernel/api/use-read.ts'
import { Field, SwitchField } from '../../../kernel/forms/fields.tsx'
import { WriteForm } from '../../../kernel/forms/write-form.tsx'
import { Button } from '../../../ui/button.tsx'
import type { Control } from '../../../ui/control.ts'
import { SearchSelect } from '../../../ui/search-select.tsx'
import { Select } from '../../../ui/select.tsx'
import { isChinese, t } from '../../../ui/texts.ts'
import type { Find } from '../../../ui/use-found-options.ts'
import { affectedReads } from './affected-reads.ts'
import { kindNames, levelOptions } from './document-words.ts'
import './documents.css'

const { access, changeAccess, subjects } = documentAccessContract
type Values = z.input<typeof changeAccess.body>
const adding = t('添加角色、组织或人员')
type Shared = Values['grants'][number] & { name?: string }

const toKey = ({ kind, subjectId = '' }: Pick<Shared, 'kind' | 'subjectId'>) => `${kind}:${subjectId}`
const optionText = ({ name, detail }: SubjectOption) => (detail === '' ? name : notedText(name, detail))

const grantText = ({ name = '', level }: Shared) => [name, t(levelNames[level])].join(isChinese ? '' : ' ')

const GrantsControl = ({ value = [], onChange }: Control<Shared[]>) => {
  // What was found last, by key: an option of the kit holds a label alone.
  const [found] = useState(() => new Map<string, SubjectOption>())
  const find: Find = async (keyword, _chosen, signal) => {
    const taken = new Set(value.map(toKey))
    const options = await call(subjects, { query: { keyword } }, { signal })
    return options.flatMap((option) => {
      const key = toKey({ kind: option.kind, subjectId: option.id })
      found.set(key, option)
      return taken.has(key) ? [] : { value: key, label: optionText(option) }
    })
  }
  const add = (key: string) => {
    const option = found.get(key)
    if (!option) return
    onChange?.([...value, { kind: option.kind, subjectId: option.id, level: 'download', name: option.name }])
  }
  return (
    <>
      <SearchSelect
        // Remounts, so that what was added is no longer offered.
        key={value.length}
        aria-label={adding}
        placeholder={adding}
        value={undefined}
        onChange={(key) => key !== undefined && add(key)}
        find={find}
      />
      <ul className="document-grants" aria-label={t('可访问的人')}>
        {value.map((grant) => {
          const key = toKey(grant)
          const name = grant.name ?? kindNames[grant.kind]
          return (
            <li key={key}>
              <span className="document-subject">
                <span>{name}</span>
                <span className="document-quiet">{kindNames[grant.kind]}</span>
              </span>
              <Select
                aria-label={t('{name}的权限', { name })}
                options={levelOptions}
                value={grant.level}
                onChange={(level) =>
                  level && onChange?.(value.map((each) => (toKey(each) === key ? { ...each, level } : each)))
                }
              />
              <Button
                look="link"
                danger
                aria-label={t('移除{name}', { name })}
                onClick={() => onChange?.(value.filter((each) => toKey(each) !== key))}
              >
                {t('移除')}
              </Button>
            </li>
          )
        })}
      </ul>
    </>
  )
}

const Inherited = ({ grants }: { grants: readonly GrantRow[] }) => (
  <section className="document-inherited" aria-label={t('继承的权限')}>
    <h3>{t('继承的权限')}</h3>
    <ul className="document-grants">
      {grants.map(({ kind, subjectId, name, level, from }) => (
        <li key={`${from?.id} ${toKey({ kind, subjectId })}`}>
          <span className="document-subject">
            <span>{name}</span>
            <span className="document-quiet">
              {t('{kind}，继承自“{title}”', { kind: kindNames[kind], title: from?.title })}
            </span>
          </span>
          <span>{t(levelNames[level])}</span>
        </li>
      ))}
    </ul>
  </section>
)

type AccessFormProps = { id: string; current: DocumentAccess; onClosed: () => void }

const AccessForm = ({ id, current, onClosed }: AccessFormProps) => {
  const own = current.grants.filter(({ from }) => from === null)
  const inherited = current.grants.filter(({ from }) => from !== null)
  return (
    <WriteForm
      title={t('权限：{title}', { title: current.title })}
      act={t('保存')}
      endpoint={changeAccess}
      params={{ id }}
      labels={{ grants: t('可访问的人'), ...(current.folder && { inherits: t('继承上级文件夹的权限') }) }}
      initial={{ grants: own, inherits: current.inherits, version: current.version }}
      formatters={{
        grants: (grants) => listText(grants.map(grantText)),
        inherits: (inherits) => (inherits ? t('是') : t('否')),
      }}
      invalidates={affectedReads}
      onClosed={onClosed}
    >
      <Field<Values> name="grants" help={current.folder && t('权限适用于其中的全部文件夹和文件')}>
        <GrantsControl />
      </Field>
      {current.folder && (
        <SwitchField<Values>
          name="inherits"
          required={false}
          help={t('关闭后，仅以上人员和可管理全部文档的人可访问')}
        />
      )}
      {inherited.length > 0 && <Inherited grants={inherited} />}
    </WriteForm>
  )
}

type AccessDrawerProps = { row: { id: string }; onClosed: () => void }

/** Edits who has access to a folder or file. */
export const AccessDrawer = ({ row: { id }, onClosed }: AccessDrawerProps) => {
  const { data } = useRead(access, { params: { id } })
  return data && <AccessForm id={id} current={data} onClosed={onClosed} />
}
