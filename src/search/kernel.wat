;; The loops of the program search over whole sets and lists, for `Kernel`: JavaScript can neither work on 128 bits at a
;; time nor count ones, and checks every access. `npm run assemble` makes kernel.wasm.ts of this file.
;;
;; All positions are addresses in bytes, and an `end` is the first address behind. A set is a `Bitset`: a whole number of
;; lines of 64 bytes. Numbers have 32 bits. Any stretch may be empty, but for those that `walk` fills.
;;
;; Where it is asked of each number whether it stays, there is no branch, which the processor would guess wrong: the number
;; is written down in any case, and is written over by the next one unless it stays. So `into` needs room for more than stay.
(module
	(import "index" "memory" (memory 0))

	;; The address of the word that `number` is in.
	(func $word (param $set i32) (param $number i32) (result i32)
		(i32.add (local.get $set) (i32.and (i32.shr_u (local.get $number) (i32.const 3)) (i32.const -4))))

	;; 1 for a member, else 0.
	(func $bit (param $set i32) (param $number i32) (result i32)
		(i32.and
			(i32.shr_u (i32.load (call $word (local.get $set) (local.get $number))) (local.get $number))
			(i32.const 1)))

	(func $add (param $set i32) (param $number i32)
		(local $word i32)
		(local.set $word (call $word (local.get $set) (local.get $number)))
		(i32.store (local.get $word)
			(i32.or (i32.load (local.get $word)) (i32.shl (i32.const 1) (local.get $number)))))

	;; Makes `set` hold what `other` holds.
	(func (export "copy") (param $set i32) (param $other i32) (param $end i32)
		(memory.copy (local.get $set) (local.get $other) (i32.sub (local.get $end) (local.get $set))))

	;; Keeps in `set` what is in `other` too.
	(func (export "intersect") (param $set i32) (param $other i32) (param $end i32)
		(if (i32.eq (local.get $set) (local.get $end)) (then (return)))
		(loop $line
			(v128.store (local.get $set)
				(v128.and (v128.load (local.get $set)) (v128.load (local.get $other))))
			(v128.store offset=16 (local.get $set)
				(v128.and (v128.load offset=16 (local.get $set)) (v128.load offset=16 (local.get $other))))
			(v128.store offset=32 (local.get $set)
				(v128.and (v128.load offset=32 (local.get $set)) (v128.load offset=32 (local.get $other))))
			(v128.store offset=48 (local.get $set)
				(v128.and (v128.load offset=48 (local.get $set)) (v128.load offset=48 (local.get $other))))
			(local.set $other (i32.add (local.get $other) (i32.const 64)))
			(local.set $set (i32.add (local.get $set) (i32.const 64)))
			(br_if $line (i32.ne (local.get $set) (local.get $end)))))

	;; Removes from `set` what is in `other`.
	(func (export "subtract") (param $set i32) (param $other i32) (param $end i32)
		(if (i32.eq (local.get $set) (local.get $end)) (then (return)))
		(loop $line
			(v128.store (local.get $set)
				(v128.andnot (v128.load (local.get $set)) (v128.load (local.get $other))))
			(v128.store offset=16 (local.get $set)
				(v128.andnot (v128.load offset=16 (local.get $set)) (v128.load offset=16 (local.get $other))))
			(v128.store offset=32 (local.get $set)
				(v128.andnot (v128.load offset=32 (local.get $set)) (v128.load offset=32 (local.get $other))))
			(v128.store offset=48 (local.get $set)
				(v128.andnot (v128.load offset=48 (local.get $set)) (v128.load offset=48 (local.get $other))))
			(local.set $other (i32.add (local.get $other) (i32.const 64)))
			(local.set $set (i32.add (local.get $set) (i32.const 64)))
			(br_if $line (i32.ne (local.get $set) (local.get $end)))))

	;; Adds to `set` what is in `other`.
	(func (export "unite") (param $set i32) (param $other i32) (param $end i32)
		(if (i32.eq (local.get $set) (local.get $end)) (then (return)))
		(loop $line
			(v128.store (local.get $set)
				(v128.or (v128.load (local.get $set)) (v128.load (local.get $other))))
			(v128.store offset=16 (local.get $set)
				(v128.or (v128.load offset=16 (local.get $set)) (v128.load offset=16 (local.get $other))))
			(v128.store offset=32 (local.get $set)
				(v128.or (v128.load offset=32 (local.get $set)) (v128.load offset=32 (local.get $other))))
			(v128.store offset=48 (local.get $set)
				(v128.or (v128.load offset=48 (local.get $set)) (v128.load offset=48 (local.get $other))))
			(local.set $other (i32.add (local.get $other) (i32.const 64)))
			(local.set $set (i32.add (local.get $set) (i32.const 64)))
			(br_if $line (i32.ne (local.get $set) (local.get $end)))))

	;; The number of members.
	(func (export "size") (param $set i32) (param $end i32) (result i32)
		(local $count i64)
		(if (i32.eq (local.get $set) (local.get $end)) (then (return (i32.const 0))))
		(loop $line
			(local.set $count (i64.add (local.get $count) (i64.add
				(i64.add
					(i64.add
						(i64.popcnt (i64.load (local.get $set)))
						(i64.popcnt (i64.load offset=8 (local.get $set))))
					(i64.add
						(i64.popcnt (i64.load offset=16 (local.get $set)))
						(i64.popcnt (i64.load offset=24 (local.get $set)))))
				(i64.add
					(i64.add
						(i64.popcnt (i64.load offset=32 (local.get $set)))
						(i64.popcnt (i64.load offset=40 (local.get $set))))
					(i64.add
						(i64.popcnt (i64.load offset=48 (local.get $set)))
						(i64.popcnt (i64.load offset=56 (local.get $set))))))))
			(local.set $set (i32.add (local.get $set) (i32.const 64)))
			(br_if $line (i32.ne (local.get $set) (local.get $end))))
		(i32.wrap_i64 (local.get $count)))

	;; The number of members that two sets have in common.
	(func (export "sizeOfIntersection") (param $set i32) (param $other i32) (param $end i32) (result i32)
		(local $count i64)
		(if (i32.eq (local.get $set) (local.get $end)) (then (return (i32.const 0))))
		(loop $line
			(local.set $count (i64.add (local.get $count) (i64.add
				(i64.add
					(i64.add
						(i64.popcnt (i64.and (i64.load (local.get $set)) (i64.load (local.get $other))))
						(i64.popcnt (i64.and (i64.load offset=8 (local.get $set)) (i64.load offset=8 (local.get $other)))))
					(i64.add
						(i64.popcnt (i64.and (i64.load offset=16 (local.get $set)) (i64.load offset=16 (local.get $other))))
						(i64.popcnt (i64.and (i64.load offset=24 (local.get $set)) (i64.load offset=24 (local.get $other))))))
				(i64.add
					(i64.add
						(i64.popcnt (i64.and (i64.load offset=32 (local.get $set)) (i64.load offset=32 (local.get $other))))
						(i64.popcnt (i64.and (i64.load offset=40 (local.get $set)) (i64.load offset=40 (local.get $other)))))
					(i64.add
						(i64.popcnt (i64.and (i64.load offset=48 (local.get $set)) (i64.load offset=48 (local.get $other))))
						(i64.popcnt (i64.and (i64.load offset=56 (local.get $set)) (i64.load offset=56 (local.get $other)))))))))
			(local.set $other (i32.add (local.get $other) (i32.const 64)))
			(local.set $set (i32.add (local.get $set) (i32.const 64)))
			(br_if $line (i32.ne (local.get $set) (local.get $end))))
		(i32.wrap_i64 (local.get $count)))

	;; How many of some numbers are members.
	(func (export "countAmong") (param $set i32) (param $numbers i32) (param $end i32) (result i32)
		(local $count i32)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return (local.get $count))))
		(loop $next
			(local.set $count
				(i32.add (local.get $count) (call $bit (local.get $set) (i32.load (local.get $numbers)))))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end))))
		(local.get $count))

	;; Adds numbers.
	(func (export "add") (param $set i32) (param $numbers i32) (param $end i32)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return)))
		(loop $next
			(call $add (local.get $set) (i32.load (local.get $numbers)))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end)))))

	;; Removes numbers.
	(func (export "remove") (param $set i32) (param $numbers i32) (param $end i32)
		(local $number i32)
		(local $word i32)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return)))
		(loop $next
			(local.set $number (i32.load (local.get $numbers)))
			(local.set $word (call $word (local.get $set) (local.get $number)))
			(i32.store (local.get $word)
				(i32.and (i32.load (local.get $word)) (i32.rotl (i32.const -2) (local.get $number))))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end)))))

	;; Empties a set of which nothing but some of the numbers are members.
	(func (export "erase") (param $set i32) (param $numbers i32) (param $end i32)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return)))
		(loop $next
			(i32.store (call $word (local.get $set) (i32.load (local.get $numbers))) (i32.const 0))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end)))))

	;; Adds the places of numbers.
	(func (export "mark") (param $set i32) (param $numbers i32) (param $end i32) (param $places i32)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return)))
		(loop $next
			(call $add (local.get $set)
				(i32.load (i32.add (local.get $places) (i32.shl (i32.load (local.get $numbers)) (i32.const 2)))))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end)))))

	;; Adds numbers, and writes down those that were no members.
	(func (export "append") (param $set i32) (param $numbers i32) (param $end i32) (param $into i32) (result i32)
		(local $number i32)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return (local.get $into))))
		(loop $next
			(local.set $number (i32.load (local.get $numbers)))
			(i32.store (local.get $into) (local.get $number))
			(local.set $into
				(i32.add (local.get $into)
					(i32.shl (i32.xor (call $bit (local.get $set) (local.get $number)) (i32.const 1)) (i32.const 2))))
			(call $add (local.get $set) (local.get $number))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end))))
		(local.get $into))

	;; Writes down the numbers that are members. It may do so right where they are.
	(func (export "keep") (param $set i32) (param $numbers i32) (param $end i32) (param $into i32) (result i32)
		(local $number i32)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return (local.get $into))))
		(loop $next
			(local.set $number (i32.load (local.get $numbers)))
			(i32.store (local.get $into) (local.get $number))
			(local.set $into
				(i32.add (local.get $into) (i32.shl (call $bit (local.get $set) (local.get $number)) (i32.const 2))))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end))))
		(local.get $into))

	;; Writes down the numbers whose value in `column`, of 64 bits, is known (no NaN) and from `least` to `most`. It may do so
	;; right where they are.
	(func (export "keepBetween") (param $column i32) (param $least f64) (param $most f64) (param $numbers i32) (param $end i32)
		(param $into i32) (result i32)
		(local $number i32)
		(local $value f64)
		(if (i32.eq (local.get $numbers) (local.get $end)) (then (return (local.get $into))))
		(loop $next
			(local.set $number (i32.load (local.get $numbers)))
			(local.set $value (f64.load (i32.add (local.get $column) (i32.shl (local.get $number) (i32.const 3)))))
			(i32.store (local.get $into) (local.get $number))
			(local.set $into
				(i32.add (local.get $into)
					(i32.shl
						(i32.and
							(f64.ge (local.get $value) (local.get $least))
							(f64.le (local.get $value) (local.get $most)))
						(i32.const 2))))
			(local.set $numbers (i32.add (local.get $numbers) (i32.const 4)))
			(br_if $next (i32.ne (local.get $numbers) (local.get $end))))
		(local.get $into))

	;; Goes along numbers, `step` bytes from one to the next, and writes down those that are members until `into` is at `end`.
	;; There are so many.
	(func (export "walk") (param $set i32) (param $numbers i32) (param $step i32) (param $into i32) (param $end i32)
		(local $number i32)
		(loop $next
			(local.set $number (i32.load (local.get $numbers)))
			(i32.store (local.get $into) (local.get $number))
			(local.set $into
				(i32.add (local.get $into) (i32.shl (call $bit (local.get $set) (local.get $number)) (i32.const 2))))
			(local.set $numbers (i32.add (local.get $numbers) (local.get $step)))
			(br_if $next (i32.ne (local.get $into) (local.get $end)))))

	;; Writes down members, ascending, from the `offset`-th, counted from 0, until `into` is at `last`.
	(func (export "members") (param $set i32) (param $end i32) (param $offset i32) (param $into i32) (param $last i32)
		(result i32)
		(local $start i32)
		(local $bits i64)
		(local $count i32)
		(local.set $start (local.get $set))
		(loop $word
			(if (i32.or (i32.eq (local.get $set) (local.get $end)) (i32.eq (local.get $into) (local.get $last)))
				(then (return (local.get $into))))
			(local.set $bits (i64.load (local.get $set)))
			(if (local.get $offset)
				(then
					(local.set $count (i32.wrap_i64 (i64.popcnt (local.get $bits))))
					(if (i32.le_u (local.get $count) (local.get $offset))
						(then
							(local.set $offset (i32.sub (local.get $offset) (local.get $count)))
							(local.set $set (i32.add (local.get $set) (i32.const 8)))
							(br $word)))
					(loop $skip
						(if (local.get $offset)
							(then
								(local.set $bits (call $withoutLowest (local.get $bits)))
								(local.set $offset (i32.sub (local.get $offset) (i32.const 1)))
								(br $skip))))))
			(loop $member
				(if (i32.and (i64.ne (local.get $bits) (i64.const 0)) (i32.ne (local.get $into) (local.get $last)))
					(then
						(i32.store (local.get $into)
							(call $lowest
								(i32.shl (i32.sub (local.get $set) (local.get $start)) (i32.const 3))
								(local.get $bits)))
						(local.set $into (i32.add (local.get $into) (i32.const 4)))
						(local.set $bits (call $withoutLowest (local.get $bits)))
						(br $member))))
			(local.set $set (i32.add (local.get $set) (i32.const 8)))
			(br $word))
		(unreachable))

	;; Writes down all members, ascending. Most words have four or fewer, so four are written down at a time, members or not,
	;; and those of the next word go where the members end: so there need be room for four more.
	(func (export "list") (param $set i32) (param $end i32) (param $into i32) (result i32)
		(local $bits i64)
		(local $first i32)
		(local $next i32)
		(if (i32.eq (local.get $set) (local.get $end)) (then (return (local.get $into))))
		(loop $word
			(local.set $bits (i64.load (local.get $set)))
			(local.set $next
				(i32.add (local.get $into) (i32.shl (i32.wrap_i64 (i64.popcnt (local.get $bits))) (i32.const 2))))
			(loop $four
				(i32.store (local.get $into) (call $lowest (local.get $first) (local.get $bits)))
				(local.set $bits (call $withoutLowest (local.get $bits)))
				(i32.store offset=4 (local.get $into) (call $lowest (local.get $first) (local.get $bits)))
				(local.set $bits (call $withoutLowest (local.get $bits)))
				(i32.store offset=8 (local.get $into) (call $lowest (local.get $first) (local.get $bits)))
				(local.set $bits (call $withoutLowest (local.get $bits)))
				(i32.store offset=12 (local.get $into) (call $lowest (local.get $first) (local.get $bits)))
				(local.set $bits (call $withoutLowest (local.get $bits)))
				(local.set $into (i32.add (local.get $into) (i32.const 16)))
				(br_if $four (i64.ne (local.get $bits) (i64.const 0))))
			(local.set $into (local.get $next))
			(local.set $first (i32.add (local.get $first) (i32.const 64)))
			(local.set $set (i32.add (local.get $set) (i32.const 8)))
			(br_if $word (i32.ne (local.get $set) (local.get $end))))
		(local.get $into))

	;; The number that the lowest bit stands for, where the lowest of all stands for `first`.
	(func $lowest (param $first i32) (param $bits i64) (result i32)
		(i32.add (local.get $first) (i32.wrap_i64 (i64.ctz (local.get $bits)))))

	(func $withoutLowest (param $bits i64) (result i64)
		(i64.and (local.get $bits) (i64.sub (local.get $bits) (i64.const 1))))
)
