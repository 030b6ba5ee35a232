/** What a list calls its rows and says about them. */
export type ListTexts<Row> = {
  /** Name of one row: 基础参数. */
  noun: string
  /** Purpose of the list, shown when it is empty. */
  purpose: string
  /** Said instead of both where a place holds none: 该文件夹没有文件. */
  empty?: { title: string; hint: string } | undefined
  /** What adding and removing a row are called, where 新增 and 删除 say less: 邀请成员, 作废. */
  verbs?: { add?: string; remove?: string }
  /** What the search covers. */
  searchHint: string
  /** Name of a row, for confirmations and its timeline. */
  rowName?: (row: Row) => string
  /** Consequence of deleting a row, for the confirmation. */
  removal?: (row: Row) => string
}
