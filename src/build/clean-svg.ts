import sanitizeHtml from 'sanitize-html';
import { splitWords } from '../shared/text.ts';

const ELEMENTS = splitWords(`
	svg g defs symbol use switch title desc style marker pattern clipPath mask path rect circle ellipse line polyline
	polygon text tspan textPath linearGradient radialGradient stop filter feBlend feColorMatrix feComponentTransfer
	feComposite feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
	feOffset
`);

const ATTRIBUTES = splitWords(`
	id class style transform href xlink:href xml:space x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points dx dy width
	height viewBox preserveAspectRatio version pathLength rotate textLength lengthAdjust startOffset offset
	gradientUnits gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits
	maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY orient filterUnits primitiveUnits in in2
	result stdDeviation mode operator k1 k2 k3 k4 values type radius tableValues slope intercept amplitude exponent
	fill fill-opacity fill-rule stroke stroke-dasharray stroke-dashoffset stroke-linecap stroke-linejoin
	stroke-miterlimit stroke-opacity stroke-width color color-interpolation color-interpolation-filters opacity
	display visibility overflow clip-path clip-rule mask mask-type filter flood-color flood-opacity stop-color
	stop-opacity marker-start marker-mid marker-end paint-order shape-rendering vector-effect mix-blend-mode isolation
	enable-background font-family font-size font-style font-variant font-weight letter-spacing word-spacing
	text-anchor text-decoration text-rendering dominant-baseline alignment-baseline baseline-shift writing-mode
	direction unicode-bidi
`);

/**
 * Elements that drawing programs add. They are removed without a message. Elements with a namespace prefix are also
 * removed without a message, unless they are scripts.
 */
const REMOVED_ELEMENTS = ['metadata'];

const NAMESPACES = { xmlns: 'http://www.w3.org/2000/svg', 'xmlns:xlink': 'http://www.w3.org/1999/xlink' };

/**
 * The maximum number of `<use>` elements. A `<use>` that copies another `<use>` is refused, because a few lines of such
 * nested copies could draw billions of shapes.
 */
const MOST_COPIES = 200;
const DEEPEST = 100;

type CleanSvg = { readonly svg: string } | { readonly problem: string };

/**
 * Returns the image without its comments, its metadata, and the attributes that run or load something. Instead, returns
 * a problem if the text is not an SVG image, or if the image has forbidden elements, too many copies or too much
 * nesting. The problem completes a sentence that starts with the name of the file.
 */
export function cleanSvg(text: string): CleanSvg {
	/** The IDs of the elements that are open: the current element and its ancestors. */
	const open: (string | undefined)[] = [];
	/** The IDs of elements that are, or contain, a `<use>`. */
	const withCopies = new Set<string | undefined>();
	/** The IDs that a `<use>` refers to. */
	const copied: (string | undefined)[] = [];
	let root: string | undefined;
	let isTooDeep = false;
	const refused = new Set<string>();

	const clean = sanitizeHtml(text, {
		allowedTags: ELEMENTS,
		allowedAttributes: { '*': ATTRIBUTES, svg: Object.keys(NAMESPACES) },
		disallowedTagsMode: 'completelyDiscard',
		allowVulnerableTags: true,
		parseStyleAttributes: false,
		parser: { xmlMode: true },
		onOpenTag(name, attributes) {
			root ??= name;
			isTooDeep ||= open.push(attributes.id) > DEEPEST;
			const isOther = name.includes(':')
				? name.endsWith(':script')
				: !ELEMENTS.includes(name) && !REMOVED_ELEMENTS.includes(name);
			if (isOther) refused.add(`<${name}>`);
			if (name !== 'use' || isTooDeep) return;
			copied.push((attributes.href ?? attributes['xlink:href'])?.slice(1));
			for (const id of open) withCopies.add(id);
		},
		onCloseTag: () => void open.pop(),
		transformTags: {
			'*': (tagName, attribs) => ({
				tagName,
				attribs: {
					...Object.fromEntries(Object.entries(attribs).filter(isHarmless)),
					...(tagName === 'svg' && NAMESPACES),
				},
			}),
		},
		exclusiveFilter({ tag, text }) {
			if (tag !== 'style' || isHarmlessStyle(text)) return false;
			refused.add('<style> with an address, an @ rule or an escape');
			return true;
		},
	});
	if (root !== 'svg') return { problem: 'is not an SVG image. Save it as SVG, or correct its file extension.' };
	if (refused.size > 0) {
		return {
			problem: `has ${[...refused].join(', ')}, which is not allowed in a logo. Remove it, or save the logo as PNG.`,
		};
	}
	if (isTooDeep || copied.length > MOST_COPIES || copied.some((id) => id !== undefined && withCopies.has(id))) {
		return { problem: 'has nested copies (<use>), too many copies, or elements nested too deeply. Save it as PNG.' };
	}
	// Cut off the text before and after the `<svg>` element, such as a declaration or the rest of a document type.
	return { svg: `${clean.slice(clean.indexOf('<svg'), clean.lastIndexOf('</svg>'))}</svg>\n` };
}

/**
 * Whether to keep an attribute. An attribute that loads something from outside the image is dropped. An empty attribute
 * is dropped too, because sanitize-html would write it without a value, as in HTML.
 */
function isHarmless([name, value]: [name: string, value: string]): boolean {
	if (value === '') return false;
	return /(?:^|:)href$/.test(name) ? /^#[\w.:-]+$/.test(value) : isHarmlessStyle(value);
}

/** Whether CSS refers to nothing outside the image. Attributes such as `fill` can contain CSS too. */
function isHarmlessStyle(css: string): boolean {
	return !/[<&@\\]|url\((?!#)|(?:image|image-set|src|cross-fade|element)\(/i.test(css.replace(/[\s"']+/g, ''));
}
