/* Branches, courses and places as an association in Taiwan has them, and what people type to find its classes. */

/** With the cities where they teach. */
export const BRANCHES = [
  { code: 'TPE', name: '臺北市分會', cities: ['臺北市'] },
  { code: 'NTP', name: '新北市分會', cities: ['新北市', '基隆市', '宜蘭縣'] },
  { code: 'TYN', name: '桃園市分會', cities: ['桃園市', '新竹市', '新竹縣', '苗栗縣'] },
  { code: 'TXG', name: '臺中市分會', cities: ['臺中市', '彰化縣', '南投縣'] },
  { code: 'TNN', name: '臺南市分會', cities: ['臺南市', '雲林縣', '嘉義市', '嘉義縣'] },
  { code: 'KHH', name: '高雄市分會', cities: ['高雄市', '屏東縣', '澎湖縣'] },
  { code: 'HUN', name: '花蓮縣分會', cities: ['花蓮縣', '臺東縣'] },
  { code: 'HQ', name: '總會', cities: ['臺北市', '新北市', '金門縣', '連江縣'] },
];

const course = (code: string, name: string) => ({ code, name });
export const COURSES = [
  course('CPR', '基本救命術訓練'),
  course('FA1', '初級急救員訓練'),
  course('FA2', '高級急救員訓練'),
  course('FAI', '急救教練訓練'),
  course('WS1', '水上自救訓練'),
  course('LG1', '游泳池救生員訓練'),
  course('LG2', '開放水域救生員訓練'),
  course('LGI', '救生教練訓練'),
  course('SWC', 'C級游泳教練訓練'),
  course('SWB', 'B級游泳教練訓練'),
  course('SWA', 'A級游泳教練訓練'),
  course('DP1', '防災志工訓練'),
  course('DPI', '防災教育教練訓練'),
  course('WFA', '野外急救員訓練'),
  course('AED', 'AED 管理員訓練'),
  course('OSH', '職業安全急救人員訓練'),
  course('BAB', '嬰幼兒急救訓練'),
  course('ROP', '繩索救援訓練'),
  course('RIV', '激流救援訓練'),
  course('MTN', '山域嚮導訓練'),
];
export const KINDS = COURSES.length;
/** So many courses have classes. */
export const TAUGHT = 13;

/** In SQL, of class `n` of a branch `o` and a course `c`. */
export const CLASS_CODE = `o.code || '-' || c.code || to_char(1 + n / ${BRANCHES.length * TAUGHT}, '-FM9000')`;

export const rows = (values: readonly (readonly string[])[]): string =>
  `values ${values.map((row) => `('${row.join("','")}')`).join(', ')}`;

/** In each of the 368 districts of Taiwan, with the road and the room. */
const HALLS = [
  ['區公所禮堂', '中山路', '5 樓'],
  ['社區活動中心', '民權路', '301 教室'],
  ['國民運動中心', '文化路', '游泳池'],
  ['消防分隊', '中正路', '2 樓訓練教室'],
  ['圖書館', '復興街', 'B1 演講廳'],
];

const teaching = BRANCHES.flatMap(({ cities }, at) => cities.map((city) => [`${at + 1}`, city]));

/** In SQL, the places of a branch in a mixed order: 臺北市士林區社區活動中心 301 教室（民權路 71 號） */
export const VENUES = `
  select branch::int, row_number() over (partition by branch order by hashint8extended(a.id * 10 + at::int, 4)) - 1 as nth,
    count(*) over (partition by branch) as of_branch,
    c.name || a.name || hall || ' ' || room || '（' || road || ' ' || 1 + a.id * 7 % 300 || ' 號）' as place
  from areas a join cities c on c.id = a.city_id
  join (${rows(teaching)}) t (branch, city) on city = c.name
  cross join (${rows(HALLS.map((hall, at) => [`${at}`, ...hall]))}) h (at, hall, road, room)`;

const DISTRICTS = [
  ...[
    '士林',
    '北投',
    '內湖',
    '大安',
    '萬華',
    '文山',
    '南港',
    '松山',
    '板橋',
    '新店',
    '淡水',
    '三重',
    '新莊',
    '汐止',
  ],
  ...[
    '中壢',
    '龜山',
    '蘆竹',
    '竹北',
    '頭份',
    '北屯',
    '西屯',
    '豐原',
    '大里',
    '員林',
    '鹿港',
    '埔里',
    '安南',
    '永康',
  ],
  ...[
    '新營',
    '斗六',
    '虎尾',
    '朴子',
    '左營',
    '鳳山',
    '岡山',
    '旗山',
    '屏東',
    '潮州',
    '恆春',
    '馬公',
    '吉安',
    '玉里',
  ],
];
const CITIES = [...new Set(BRANCHES.flatMap(({ cities }) => cities))];
const SUBJECTS = [
  '基本救命術',
  '急救員',
  '急救教練',
  '水上自救',
  '救生員',
  '救生教練',
  '游泳教練',
  '防災志工',
];
const PLACES = ['', '公所', '活動中心', '運動中心', '消防', '圖書館'];

const nth = <T>(values: readonly T[], n: number): T => values[Math.floor(n) % values.length] as T;

/** The n-th of some thousand searches for a subject in one of the districts or cities, mostly in a kind of place. */
const subjectIn = (areas: readonly string[], n: number): string => {
  const kind = nth(PLACES, n / areas.length / SUBJECTS.length);
  return `${nth(SUBJECTS, n / areas.length)} ${nth(areas, n)} ${kind}`.trim();
};
export const inDistrict = (n: number): string => subjectIn(DISTRICTS, n);
export const inCity = (n: number): string => subjectIn(CITIES, n);

/** The n-th of some thousand codes, of classes that are in the small data, too. */
export const codeOf = (n: number): string => {
  const [branch, { code }] = [nth(BRANCHES, n), nth(COURSES.slice(0, TAUGHT), n)];
  return `${branch.code}-${code}-${String(1 + (Math.floor(n / BRANCHES.length / TAUGHT) % 90)).padStart(3, '0')}`;
};
