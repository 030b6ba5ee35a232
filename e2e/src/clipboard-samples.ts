/** What Word puts on the clipboard, shortened: conditional comments, styles that name lists, wrapped lines. */
export const fromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0cm; font-family:"等线"; mso-ascii-font-family:等线;} @page WordSection1 {size:595.3pt 841.9pt;} --></style>
</head>
<body lang=ZH-CN style='tab-interval:21.0pt;word-wrap:break-word'>
<!--StartFragment-->
<h1 align=center style='text-align:center'><span style='font-family:黑体'>关于国庆节放假的通知<span lang=EN-US><o:p></o:p></span></span></h1>
<p class=MsoNormal><span style='font-size:14.0pt;font-family:仿宋'>各部门：<span lang=EN-US><o:p></o:p></span></span></p>
<p class=MsoNormal style='text-indent:28.0pt;mso-char-indent-count:2.0'><span style='font-family:仿宋'>根据安排，
现将<b style='mso-bidi-font-weight:normal'>放假时间</b>通知如下，请<u>提前</u>做好准备。</span></p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;
</span></span></span><![endif]>关闭电源</p>
<p class=MsoListParagraph style='margin-left:42.0pt;text-indent:-21.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>&Oslash;<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>包括显示器</p>
<p class=MsoListParagraph style='margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>锁好门窗</p>
<p class=MsoListParagraph style='text-indent:-21.0pt;mso-list:l1 level1 lfo2'><![if !supportLists]><span
style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span><![endif]>第一步</p>
<p class=MsoListParagraph style='text-indent:-36.0pt;mso-list:l2 level1 lfo3'><![if !supportLists]><span
style='mso-list:Ignore'>一、</span><![endif]>值班安排</p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'>
 <tr style='mso-yfti-irow:0'><td width=277 colspan=2 valign=top style='width:207.4pt;border:solid windowtext 1.0pt;background:#D9D9D9'>
  <p class=MsoNormal align=center style='text-align:center'><span style='font-family:仿宋'>值班表</span></p></td></tr>
 <tr><td width=138><p class=MsoNormal>张伟</p></td><td width=138><p class=MsoNormal>10 月 1 日</p></td></tr>
</table>
<p class=MsoNormal><img width=554 height=311 src="file:///C:/Users/ADMINI~1/AppData/Local/Temp/msohtmlclip1/01/clip_image002.jpg" v:shapes="图片_x0020_1"></p>
<p class=MsoNormal><a href="https://example.com/rota" style='mso-comment-reference:a_1'>值班表下载</a></p>
<!--EndFragment-->
</body></html>`

/** A text of a public account: sections, spans with styles, pictures loaded later, a counting pixel. */
export const fromWebPage = `<meta charset='utf-8'><section style="margin: 0px; padding: 0px; line-height: 2; visibility: visible;" data-role="outer">
<section style="text-align: center;"><span style="font-weight: 700; color: rgb(255, 76, 65);" onclick="alert(1)">重要提醒</span></section>
<p style="text-align: justify; font-size: 15px;"><span style="font-style: italic">自 11 月起</span>，<span style="text-decoration: underline line-through;">旧系统</span>停止使用。</p>
<p><img data-src="https://mmbiz.example/640" src="https://mmbiz.example/640?wx_fmt=png" onload="alert(1)"><img src="https://stat.example/pixel.gif" width="1" height="1"></p>
<div>第一行</div><div>第二行</div><script>alert(1)</script><style>p{color:red}</style>
<a href="javascript:alert(1)">不安全</a><a href="https://example.com/a?b=1&amp;c=2" target="_blank" rel="opener">安全</a>
<iframe src="https://video.example/x"></iframe></section>`

/** Google Docs wraps everything into a bold element that is not bold, and styles instead of naming. */
export const fromGoogleDocs = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:700;">粗体</span><span style="font-size:11pt;font-weight:400;">正文</span></p></b>`

/** Cells of Excel. */
export const fromExcel = `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><style>td{mso-number-format:General}</style></head><body>
<table border=0 cellpadding=0 cellspacing=0 width=144 style='border-collapse:collapse;width:108pt'><!--StartFragment-->
<col width=72 span=2 style='width:54pt'><tr height=19 style='height:14.25pt'><td height=19 class=xl65 width=72>部门</td><td align=right x:num>12</td></tr>
<!--EndFragment--></table></body></html>`
