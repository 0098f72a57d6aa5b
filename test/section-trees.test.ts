/**
 * The section trees of hard pages of the sample corpus: headings made of boxes, bold lines or nothing, layout tables,
 * spans, unclosed and half tags, consent layers, teasers, hidden text, info boxes. Checked by hand against the pages:
 * per section its path and first words.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parsePage } from '../src/text/page/index.js';

const corpus = new URL('../corpus/', import.meta.url);
const firstWords = 30;

const expected = `
web/bestof-pellandine.example/hotels-tovrick.html
  The 5 best hotels in Tovrick (tested) | We slept in every bed so you d
  The 5 best hotels in Tovrick (tested) > 1. The Brine House | Our winner! A former salt merc
  The 5 best hotels in Tovrick (tested) > 2. Hotel Southbank Grand | The largest hotel in town, wit
  The 5 best hotels in Tovrick (tested) > 3. The Tram Shed | Hostel and hotel in one, next
  The 5 best hotels in Tovrick (tested) > 4. The Gilded Otter | A bed and breakfast with six r
  The 5 best hotels in Tovrick (tested) > 5. Pilot's Rest | Nine rooms above a pub by the
  The 5 best hotels in Tovrick (tested) > How we tested | Our two reviewers spent one ni
  The 5 best hotels in Tovrick (tested) > Visitor levy | All houses add the town's levy

web/council.tovrick.example/bins/recycling.html
  What goes in which bin | Collections are fortnightly. P
  What goes in which bin > Green lid | garden and kitchen waste, no b
  What goes in which bin > Yellow lid | metal, plastic and drink carto
  What goes in which bin > Blue lid | paper and card, kept dry
  What goes in which bin > Grey lid | everything else
  What goes in which bin > Oyster sack | shells only; sacks are free at
  What goes in which bin > Bulky waste | Up to three items are collecte
  What goes in which bin > Missed collection | Report it within two working d
  What goes in which bin > Recycling centre | The centre at Gasworks Road is
  What goes in which bin > What becomes of it | Kitchen waste goes to a digest
  What goes in which bin > New bins | A replacement bin costs 28 pel
  What goes in which bin > Christmas and public holidays | Collections move by one day af

web/council.tovrick.example/bylaws/consolidated.html
  Bylaws of the Town of Tovrick (consolidated text) | This is the consolidated text
  Bylaws of the Town of Tovrick (consolidated text) > Part 1: Streets and squares | 1.1 Street music. Music may be
  Bylaws of the Town of Tovrick (consolidated text) > Part 1: Streets and squares | 1.8 Street names. Streets are
  Bylaws of the Town of Tovrick (consolidated text) > Part 2: Animals | 2.1 Dogs. Dogs must be kept on
  Bylaws of the Town of Tovrick (consolidated text) > Part 3: Noise | 3.1 Quiet hours. Quiet has to
  Bylaws of the Town of Tovrick (consolidated text) > Part 4: Water, shore and harbour | 4.1 Swimming. Swimming in the
  Bylaws of the Town of Tovrick (consolidated text) > Part 4: Water, shore and harbour | 4.10 Rescue equipment. Lifebuo
  Bylaws of the Town of Tovrick (consolidated text) > Part 5: Buildings and plots | 5.1 Colours. Houses in Old Pan
  Bylaws of the Town of Tovrick (consolidated text) > Part 6: Trade | 6.1 Sunday baking. Bread may b
  Bylaws of the Town of Tovrick (consolidated text) > Part 6: Trade | 6.9 Auctions. The fish auction
  Bylaws of the Town of Tovrick (consolidated text) > Part 7: Parks, graves and memorials | 7.1 Parks. Parks are open from
  Bylaws of the Town of Tovrick (consolidated text) > Part 8: Procedure | 8.1 Complaints. A complaint ab
  Bylaws of the Town of Tovrick (consolidated text) > Schedule A: Fees > Matter | Bylaw | Fee > Market stall, per day | | Market stall, per day | 1.2
  Bylaws of the Town of Tovrick (consolidated text) > Schedule A: Fees > Matter | Bylaw | Fee > Café tables, per square metre and year | | Café tables, per square metr
  Bylaws of the Town of Tovrick (consolidated text) > Schedule A: Fees > Matter | Bylaw | Fee > Bench | | Bench | 1.9 | 900 pells |
  Bylaws of the Town of Tovrick (consolidated text) > Schedule A: Fees > Matter | Bylaw | Fee > First dog, per year | | First dog, per year | 2.1 |
  Bylaws of the Town of Tovrick (consolidated text) > Schedule A: Fees > Matter | Bylaw | Fee > Pedlar's badge | | Pedlar's badge | 6.4 | 30 pe
  Bylaws of the Town of Tovrick (consolidated text) > Schedule A: Fees > Matter | Bylaw | Fee > Allotment, per year | | Allotment, per year | 7.2 |
  Bylaws of the Town of Tovrick (consolidated text) > Schedule A: Fees > Matter | Bylaw | Fee > Salt stamp | | Salt stamp | 4.6 | 3 pells |
  Bylaws of the Town of Tovrick (consolidated text) > Schedule B: Flood zones | - Zone 1: the quays, Pan Lane
  Bylaws of the Town of Tovrick (consolidated text) > Schedule C: Lining of music rooms | The lining consists of two lay

web/council.tovrick.example/leisure/southbank-baths.html
  Southbank Baths | The baths were built in 1911 a
  Southbank Baths > Day | Main pool | Sauna > Monday | | Monday | 6:30 – 21:00 | wome
  Southbank Baths > Day | Main pool | Sauna > Tuesday | | Tuesday | 6:30 – 21:00 | wom
  Southbank Baths > Day | Main pool | Sauna > Wednesday | | Wednesday | closed for schoo
  Southbank Baths > Day | Main pool | Sauna > Thursday, Friday | | Thursday, Friday | 6:30 – 22
  Southbank Baths > Day | Main pool | Sauna > Weekend | | Weekend | 8:00 – 18:00 | mix
  Southbank Baths > Prices | Adults pay 5.20 pells, childre
  Southbank Baths > Heat | The water is warmed by waste h
  Southbank Baths > History | The baths were a gift of the r
  Southbank Baths > Lessons | Every child in the town gets 2
  Southbank Baths > Access | A hoist and a pool wheelchair
  Southbank Baths > Clubs and hire | The swimming club, the Southba

web/www.soundlink-ferries.example/fares.html
  Fares | New fares came into force on 1
  Fares > Ticket | Route Quillhaven – Port Ezra | Route Quillhaven – Sankt Alwin | Route Port Ezra – Stell > Adult | | Adult | 17.50 | 23.00 | 9.50
  Fares > Ticket | Route Quillhaven – Port Ezra | Route Quillhaven – Sankt Alwin | Route Port Ezra – Stell > Child 5 to 15 | | Child 5 to 15 | 8.75 | 11.50
  Fares > Ticket | Route Quillhaven – Port Ezra | Route Quillhaven – Sankt Alwin | Route Port Ezra – Stell > Under 5 | | Under 5 | free | free | free
  Fares > Ticket | Route Quillhaven – Port Ezra | Route Quillhaven – Sankt Alwin | Route Port Ezra – Stell > Car up to 5 m | | Car up to 5 m | 46.00 | 61.0
  Fares > Ticket | Route Quillhaven – Port Ezra | Route Quillhaven – Sankt Alwin | Route Port Ezra – Stell > Motorcycle | | Motorcycle | 21.00 | 28.00 |
  Fares > Ticket | Route Quillhaven – Port Ezra | Route Quillhaven – Sankt Alwin | Route Port Ezra – Stell > Bicycle | | Bicycle | free since April 2
  Fares > Passes | The monthly pass for Port Ezra
  Fares > Dogs and other animals | Dogs travel free of charge but
  Fares > How to pay | You can pay by card on board t
  Fares > Island Card | The card costs 10 pells and is
  Fares > Refunds | If you do not travel, foot tic

web/www.soundlink-ferries.example/fares/2021.html
  Fares 2021 | These fares apply from 1 March
  Fares 2021 > Ticket | Port Ezra | Sankt Alwin | Stell (from Port Ezra) > Adult | | Adult | 14.00 | 19.00 | 8.00
  Fares 2021 > Ticket | Port Ezra | Sankt Alwin | Stell (from Port Ezra) > Child 5 to 15 | | Child 5 to 15 | 7.00 | 9.50
  Fares 2021 > Ticket | Port Ezra | Sankt Alwin | Stell (from Port Ezra) > Car up to 5 m | | Car up to 5 m | 38.00 | 52.0
  Fares 2021 > Ticket | Port Ezra | Sankt Alwin | Stell (from Port Ezra) > Motorcycle | | Motorcycle | 17.00 | 24.00 |
  Fares 2021 > Ticket | Port Ezra | Sankt Alwin | Stell (from Port Ezra) > Bicycle | | Bicycle | 3.00 | 3.00 | no v
  Fares 2021 > Season tickets | A monthly pass for Port Ezra c

web/www.saltworks-museum.example/visit.html
  Plan your visit | New opening hours from 1 April
  Plan your visit > Admission | Adults 9 pells, students 6 pel
  Plan your visit > Getting here | We are at 40 Pan Lane. Tram st
  Plan your visit > Boil your own salt | Every Sunday at 11 and 14 o'cl
  Plan your visit > Café and shop | The Rakers' Café closes half a
  Plan your visit > Groups and schools | Guided tours for groups of up
  Plan your visit > Access | The ground floor and the café
  Plan your visit > Special days | On the last Saturday of August

web/www.saltworks-museum.example/visit-2018.html
  Opening hours and prices | The museum is open Tuesday to
  Opening hours and prices > Prices 2018 | Adults 7 pells, students 5 pel
  Opening hours and prices > Salt boiling | On the first Sunday of the mon

web/www.tovrick-greyfins.example/club/history.html
  Club history | The club was founded on 14 May
  Club history > Grounds | Until 1957 the team played out
  Club history > Honours > Competition | Titles | Years > Sound Cup | | Sound Cup | 4 | 1931, 1968,
  Club history > Honours > Competition | Titles | Years > Provincial League | | Provincial League | 7 | 1929
  Club history > Honours > Competition | Titles | Years > Women's League | | Women's League | 3 | 2012, 2
  Club history > Colours | Slate grey and white. The pink
  Club history > Records | Most appearances: Egon Pettife
  Club history > The women's team | Women have played for the club
  Club history > The academy | About 340 children train in th
  Club history > Songs | Before every home match the cr

web/www.lanternfolk.example/tickets.html
  Tickets and camping | Weekend tickets for 2025 go on
  Tickets and camping > ✦ How to get one | 1. Register your name and post
  Tickets and camping > ✦ Camping | Tents are included in the tick
  Tickets and camping > ✦ Getting there | The heritage railway runs a la
  Tickets and camping > ✦ Access | A raised platform for wheelcha
  Tickets and camping > ✦ What to bring | A lantern, of course; candles

web/www.sallow-valley-railway.example/history.html
  Sallow Valley Railway > History of the line | The Sallow Valley Railway was
  Sallow Valley Railway > Stations today | - Luthmere Lakeside (café, mod
  Sallow Valley Railway > Engines > No. | Name | Built | State > 2 Countess | | 2 | Countess | 1873 | under
  Sallow Valley Railway > Engines > No. | Name | Built | State > 4 Duchess of Stell | | 4 | Duchess of Stell | 1898
  Sallow Valley Railway > Engines > No. | Name | Built | State > 7 Hettie | | 7 | Hettie | 1911 | working
  Sallow Valley Railway > Engines > No. | Name | Built | State > D1 | | D1 | The Kettle | 1954 | die
  Sallow Valley Railway > Engines | No. 4 was found in 1981 in a b

web/www.sallow-valley-railway.example/timetable.html
  Sallow Valley Railway > Trains and fares | Trains run at weekends from Ea
  Sallow Valley Railway > Trains and fares > Train | Luthmere | Aldergate | Quarry Loop | Nethershaw > A | | A | 10:15 | 10:31 | 10:46 |
  Sallow Valley Railway > Trains and fares > Train | Luthmere | Aldergate | Quarry Loop | Nethershaw > B | | B | 12:45 | 13:01 | 13:16 |
  Sallow Valley Railway > Trains and fares > Train | Luthmere | Aldergate | Quarry Loop | Nethershaw > C | | C | 15:30 | 15:46 | 16:01 |
  Sallow Valley Railway > Trains and fares | A day rover is 19 pells; child

web/ingridpawley.example/ombray-way-in-six-days.html
  The Ombray Way in six days, because I am stubborn | The tourist office says seven
  The Ombray Way in six days, because I am stubborn > What I would do differently | Take half the food. There is a

web/www.ombray-cycles.example/hire.html
  Bike hire on Ombray | We hire out bicycles at the ha
  Bike hire on Ombray > Bicycle | Half day | Day | Week > City bike | | City bike | 9 pells | 14 pel
  Bike hire on Ombray > Bicycle | Half day | Day | Week > Electric bike | | Electric bike | 18 pells | 2
  Bike hire on Ombray > Bicycle | Half day | Day | Week > Child's bike | | Child's bike | 5 pells | 8 p
  Bike hire on Ombray > Bicycle | Half day | Day | Week > Cargo trike | | Cargo trike | 20 pells | 32
  Bike hire on Ombray > Deposit and helmets | We ask for a deposit of 50 pel
  Bike hire on Ombray > Breakdown | Ring 0800 555 0163. If you are
  Bike hire on Ombray > A good first ride | The round to Flatlands and bac
  Bike hire on Ombray > Booking | Electric bikes should be booke
  Bike hire on Ombray > Children | Trailers for two small childre
  Bike hire on Ombray > About us | Thaddeus opened the shop in 20

web/weather.soundmet.example/marine/bulletin-help.html
  How to read the marine bulletin | The bulletin for the Sound is
  How to read the marine bulletin > Meaning | - BKG: becoming, within six ho
  How to read the marine bulletin > Sea areas | There are five areas: Sound We
  How to read the marine bulletin > If you have no radio | The bulletin is posted in a gl
  How to read the marine bulletin > On the radio | It is read out on VHF channel
  How to read the marine bulletin > A little history | The first bulletin was sent by

web/www.pellapedia.example/wiki/Tovrick.html
  Tovrick | | Tovrick | | | --- | --- | |
  Tovrick > Layout | The Old Pans quarter, a grid o
  Tovrick > Transport | The Kestrel Line, a tramway of
  Tovrick > Culture | The town has the Saltworks Mus
  Tovrick > Economy | The largest employers are Sall
  Tovrick > Climate and ground | Because much of Old Pans stand
  Tovrick > Education | There are eleven primary schoo
  Tovrick > Twin towns | - Dunmarrow (since 1961) - Por

web/www.pellapedia.example/wiki/Kestrel_Bridge.html
  Kestrel Bridge | | Kestrel Bridge | | | --- | -
  Kestrel Bridge > Design and construction | After the timber Salt Bridge b
  Kestrel Bridge > Dimensions > Feature | Value > Total length | | Total length | 612 metres |
  Kestrel Bridge > Dimensions > Feature | Value > Longest span | | Longest span | 244 metres |
  Kestrel Bridge > Dimensions > Feature | Value > Clearance above high water | | Clearance above high water |
  Kestrel Bridge > Dimensions > Feature | Value > Rivets | | Rivets | about 1.1 million |
  Kestrel Bridge > Dimensions > Feature | Value > Paint colour | | Paint colour | heron grey (s
  Kestrel Bridge > Name | Contrary to what is often said
  Kestrel Bridge > Tolls and limits | A toll of ten minnows per axle
  Kestrel Bridge > Maintenance | Painting the bridge from end t
  Kestrel Bridge > In culture | The bridge is on the five-pell

web/thesmokedpot.example/smoked-greyfin-pot.html
  Smoked greyfin pot, the way the dockers like it | So. My neighbour Clementine, w
  Smoked greyfin pot, the way the dockers like it > Ingredients for 4 | - 600 g smoked greyfin, skin o
  Smoked greyfin pot, the way the dockers like it > Method | 1. Sweat the leeks and celery
  Smoked greyfin pot, the way the dockers like it > Where to get the fish | At the Tovrick market ask for

web/www.pellandine-courier.example/news/2023/karroway-wins.html
  Tram driver takes Exchange House: Karroway ends Finn era | Ilse Karroway will be the next
  Tram driver takes Exchange House: Karroway ends Finn era > What she promised | Karroway campaigned on three p
  Tram driver takes Exchange House: Karroway ends Finn era > Coalition | Her list, Tovrick Together, ho
  Tram driver takes Exchange House: Karroway ends Finn era > Reactions | The leader of the Greens, Saff

web/shop.orsolin-dairy.example/products/orsolin-blue.html
  Orsolin Blue | A creamy blue cheese of raw co
  Orsolin Blue > Taste | Buttery at first, then mushroo
  Orsolin Blue > Keeping | Wrap it in a damp linen cloth
  Orsolin Blue > Ingredients | Raw cow's milk from nine farms
  Orsolin Blue > Serving | It goes with pears, walnuts an
  Orsolin Blue > Delivery | We send the cheese on Mondays
  Orsolin Blue > Awards | - Gold, Dunmarrow Cheese Fair
  Orsolin Blue > Questions we are often asked | Is the rind edible? Yes, but i

web/www.pinnick-trust.example/volunteer.html
  Volunteer with us | We could not manage without th
  Volunteer with us > What there is to do | - Beach clean-ups on the last
  Volunteer with us > How to join | Fill in the form on this page
  Volunteer with us > Stories from our volunteers | "I came for the birds and stay
  Volunteer with us > Training | We offer short courses in bird
  Volunteer with us > Expenses | We refund ferry and tram ticke

web/www.hather-bote.example/insel/faehre-fahrplan.html
  Ab April: Spätfähre nach Hathe auf Probe | Die Reederei Soundlink bietet
  Ab April: Spätfähre nach Hathe auf Probe > Bedingung | Die Fähre bleibt nur, wenn im
  Ab April: Spätfähre nach Hathe auf Probe > Stimmen von der Insel | Der Wirt des „Blauen Fadens“,
  Ab April: Spätfähre nach Hathe auf Probe > Zahlen | Im vergangenen Jahr nutzten 14

web/visit.pellandine.example/places/hathe.html
  Hathe, the weavers' island | Hathe was settled in 1702 by 6
  Hathe, the weavers' island > See | - The Weavers' Church with its
  Hathe, the weavers' island > Eat | Salzkuchen, a flat cake with c
  Hathe, the weavers' island > Getting there | The crossing from Quillhaven t
  Hathe, the weavers' island > History in brief | The lease of the island runs f
  Hathe, the weavers' island > Walk | The circular path around the s
  Hathe, the weavers' island > Words to know | - Moin: hello, at any hour - S
  Hathe, the weavers' island > Shopping | The village shop in Sankt Alwi

web/www.pellandine-courier.example/archive/1978/candlemas-storm.html
  From the archive: the Candlemas storm | The wind began a little after
`;

function treeOf(file: string): string[] {
  const { sections } = parsePage(readFileSync(new URL(file, corpus), 'utf8'), {
    url: file.replace(/^web\/(.*)\.html$/, 'https://$1'),
  });
  return sections.map(
    ({ headings, text }) => `  ${headings.join(' > ')} | ${text.replace(/\s+/g, ' ').slice(0, firstWords).trim()}`,
  );
}

const pages = expected.split('\n\n').map((page) => {
  const [file = '', ...tree] = page.split('\n').filter((line) => line !== '');
  return { file, tree };
});

test('there are at least twenty hard pages', () => expect(pages.length).toBeGreaterThanOrEqual(20));

test.each(pages)('$file', ({ file, tree }) => expect(treeOf(file)).toEqual(tree));
