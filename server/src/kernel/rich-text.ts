import {
  isEmptyRichText,
  keptAttributes,
  maxRichTextDepth,
  richTextDropped,
  richTextElements,
  richTextSynonyms,
} from '@atrium/contract/kernel/rich-text.ts'
import { withoutInvisible } from '@atrium/contract/kernel/visible-text.ts'
import sanitizeHtml from 'sanitize-html'

const options: sanitizeHtml.IOptions = {
  allowedTags: [...richTextElements.keys()],
  allowedAttributes: Object.fromEntries([...richTextElements].map(([name, given]) => [name, Object.keys(given)])),
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [...richTextDropped],
  nestingLimit: maxRichTextDepth,
  transformTags: {
    '*': (given, attribs) => {
      const tagName = richTextSynonyms.get(given) ?? given
      return { tagName, attribs: keptAttributes(tagName, attribs) ?? {} }
    },
  },
  exclusiveFilter: ({ tag, attribs }) => {
    if (tag === 'img') return attribs.src === undefined
    return tag === 'a' && attribs.href === undefined ? 'excludeTag' : false
  },
  textFilter: withoutInvisible,
}

/**
 * The HTML of a rich text without anything but the elements and attributes of one, to be stored and shown. Sanitising
 * its own output changes nothing; what the console's editor writes is left as it is.
 * @returns empty if it shows nothing
 */
export const sanitizeRichText = (html: string): string => {
  // Angle brackets in texts and attributes are escaped: only tags of empty elements end like this.
  const clean = sanitizeHtml(html, options).replaceAll(' />', '>').trim()
  return isEmptyRichText(clean) ? '' : clean
}
