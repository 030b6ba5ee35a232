/** A text with the part that matches the search marked. Takes the search text, in lower case. */
export const MarkedText = ({ text, search }: { text: string; search: string }) => {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search)
  if (at < 0) return text
  const end = at + search.length
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
