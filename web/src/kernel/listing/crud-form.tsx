import type { Endpoint } from '@atrium/contract/kernel/endpoint.ts'
import { labelledText } from '@atrium/contract/kernel/list-text.ts'
import type { ReactNode } from 'react'
import type * as z from 'zod/mini'
import { nounInside } from '../../ui/noun.ts'
import { t } from '../../ui/texts.ts'
import { requestTo } from '../api/request-to.ts'
import { useWrite } from '../api/use-write.ts'
import type { Formatters } from '../forms/conflict-dialog.tsx'
import { DrawerForm } from '../forms/drawer-form.tsx'
import type { SecondAct } from '../forms/drawer-form-foot.tsx'
import { onlyFields } from '../forms/values.ts'
import type { ListFormProps } from './list-form.ts'

type Writing = Endpoint & { body: z.ZodMiniObject }
type Contract = { list: Endpoint; create: Writing; update: Writing }
type CreateBody<C extends Contract> = C['create']['body']
type UpdateBody<C extends Contract> = C['update']['body']
type FieldOf<C extends Contract> = keyof (z.output<CreateBody<C>> & z.output<UpdateBody<C>>) & string
/** The card of an impact, `confirms` of the write, and whether the card is open; no request is pending then. */
type ImpactCard = readonly [ReactNode, (impact: never) => Promise<boolean>, boolean]

type CrudFormProps<C extends Contract, Row> = ListFormProps<Row> & {
  /** Its bodies validate the fields. */
  contract: C
  /** Name of one row: 岗位. */
  noun: string
  /** Name of the edited row, for the title. */
  name?: string | undefined
  /** Labels of the fields; one that a body lacks is left out. */
  labels: { readonly [F in FieldOf<C>]?: string }
  /** Values of a new row. */
  initial: z.input<CreateBody<C>>
  /** Formats values for the comparison of two versions, if plain text is not enough. */
  formatters?: { [F in keyof z.output<UpdateBody<C>> & string]?: (value: z.output<UpdateBody<C>>[F]) => string }
  /** Fields of the body that the row has by other names. */
  toValues?: (row: Row) => Partial<z.input<UpdateBody<C>>>
  /** Reads to refetch; the list by default. */
  invalidates?: readonly Endpoint[]
  impact?: ImpactCard
  /** Label of the submit button; 新增 with the noun or 保存 by default. */
  act?: string | undefined
  second?: SecondAct | undefined
  /** 500 px by default. */
  width?: 500 | 720 | 1200
  children: ReactNode
}

/** The form of a list: adds a row, or edits `row`, whose fields have the names of the body's where `toValues` has none. */
export const CrudForm = <C extends Contract, Row extends { id: string }>({
  row,
  contract: { list, create, update },
  noun,
  name,
  labels,
  initial,
  formatters,
  toValues = () => ({}),
  invalidates = [list],
  impact: [card, confirms, isRead] = [null, async () => true, false],
  act = row ? t('保存') : t('新增{noun}', { noun: nounInside(noun) }),
  second,
  width = 500,
  onSaved,
  onClosed,
  children,
}: CrudFormProps<C, Row>) => {
  const endpoint: Writing = row ? update : create
  const fields = Object.keys(endpoint.body.shape)
  const write = useWrite(endpoint, {
    ...('impact' in endpoint && { confirms }),
    invalidates,
    onDone: (reply) => onSaved(row ? row.id : (reply as { id: string }).id),
  })
  const title = row ? t('编辑{noun}', { noun: nounInside(noun) }) : t('新增{noun}', { noun: nounInside(noun) })
  return (
    <>
      <DrawerForm
        title={row && name ? labelledText(title, name) : title}
        act={act}
        second={second}
        schema={endpoint.body}
        labels={Object.fromEntries(
          Object.entries({ custom: t('自定义字段'), ...(labels as Record<string, string>) }).filter(([field]) =>
            fields.includes(field),
          ),
        )}
        {...(row && formatters && { formatters: formatters as Formatters })}
        // Replies are not validated; the schema validates the values before they are sent.
        initial={row ? onlyFields(fields, { ...row, ...toValues(row) }) : initial}
        toValues={toValues}
        busy={write.isPending && !isRead}
        error={write.error}
        width={width}
        onSubmit={(body) => write.mutateAsync(requestTo(row ? { params: { id: row.id }, body } : { body }))}
        onClosed={onClosed}
      >
        {children}
      </DrawerForm>
      {card}
    </>
  )
}
