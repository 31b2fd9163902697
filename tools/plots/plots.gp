# Draws the plots of SPEED.md: gnuplot -e "data='DIR'; out='DIR'" tools/plots/plots.gp
# DIR of data is what build/plots wrote (plot_data.c has the columns).

load data.'/values.gp'
file(name) = data.'/'.name.'.dat'
is_measured(name) = strstrt(measured, name.' ') > 0
rounded_up(x) = ceil(x / 10**floor(log10(x)) * 2) / 2.0 * 10**floor(log10(x))
num_demos = words(demos)
num_sizes = words(sizes)

# Colours that remain distinct for the colour-blind (Okabe and Ito).
blue = '#0072b2'; sky = '#56b4e9'; red = '#d55e00'; orange = '#e69f00'
green = '#009e73'; pink = '#cc79a7'; yellow = '#d8c81f'; black = '#444444'; grey = '#aaaaaa'

set terminal svg size 860,380 fixed font 'sans-serif,12' background '#ffffff' noenhanced
set border 3 lc rgb '#666666'
set tics nomirror out textcolor rgb '#222222'
set xtics offset 0,0.3
set ytics offset 0.5,0
set grid ytics lc rgb '#dddddd' lt 1
set style fill solid 1.0 noborder
set key at screen 0.075,0.92 left top vertical Left reverse samplen 2 width -5 maxrows 1
set lmargin at screen 0.075
set rmargin at screen 0.98
set tmargin at screen 0.82
set bmargin at screen 0.15
array line_names[5] = ['TyrQuake', 'faithful', 'exact', 'faithful, 2 threads', 'exact, 2 threads']
array line_colours[5] = [black, blue, red, sky, orange]
dash(i) = i > 3 ? 2 : 1
array demo_colours[8] = [blue, red, green, pink, orange, sky, yellow, black]

# Title at the upper left, above the key.
set title ''
titled(text) = sprintf("set label 99 %s at screen 0.075,0.96 left font ',15'", "'".text."'")
free_ranges = 'set xrange [*:*]; set yrange [*:*]'  # stats leaves out what is outside
size_tics = ''
do for [i=1:num_sizes] {
    size_tics = size_tics.sprintf("%s'%s' %.1f", i > 1 ? ', ' : '', word(sizes, i), i - 0.5)
}
size_tics = 'set xtics ('.size_tics.') scale 0'

if (is_measured('pixels')) {
    set output out.'/pixels.svg'
    eval free_ranges
    stats file('pixels') using 1 name 'x' nooutput
    stats file('pixels') using 2 name 'y' nooutput
    eval titled('Time per frame by resolution')
    set xlabel 'megapixels' offset 0,0.6
    set ylabel 'ms per frame' offset 1.2,0
    set xrange [0:x_max * 1.05]
    set yrange [0:rounded_up(y_max)]
    set multiplot
    do for [d=1:num_demos] {
        set lmargin at screen 0.075 + (d - 1) * 0.905 / num_demos
        set rmargin at screen 0.075 + d * 0.905 / num_demos - (d < num_demos ? 0.045 : 0)
        set label 1 word(demos, d) at graph 0.03,0.94
        plot for [i=1:5] file('pixels') index d-1 using 1:(column(i + 1)) with linespoints \
            lw 2 dt dash(i) pt 7 ps 0.5 lc rgb line_colours[i] \
            title (d == 1 ? line_names[i] : '')
        unset label 99
        unset ylabel
    }
    unset multiplot
    unset label 1
    set lmargin at screen 0.075
    set rmargin at screen 0.98
}

if (is_measured('ahead')) {
    set output out.'/ahead.svg'
    eval free_ranges
    stats file('ahead') using 4 name 'y' nooutput
    eval titled('Frames drawn in the time of one TyrQuake frame (one bar per demo)')
    eval size_tics
    unset xlabel
    set ylabel 'frames per TyrQuake frame' offset 1.2,0
    set xrange [0:num_sizes]
    set yrange [0:ceil(y_max)]
    set arrow 1 from graph 0,first 1 to graph 1,first 1 nohead lc rgb '#222222' front
    slot = 0.2
    bar = slot * 0.9 / num_demos
    plot for [i=0:3] file('ahead') \
        using ($2 == i ? $1 + slot * (i + 0.55) + bar * ($3 + 0.5) : NaN):4:(bar * 0.9) \
        with boxes lc rgb line_colours[i + 2] title line_names[i + 2]
    unset arrow 1
}

if (is_measured('surfaces')) {
    set output out.'/surfaces.svg'
    eval titled('Single frames by the polygons in them (exact, one thread)')
    eval free_ranges
    stats file('surfaces') using ($1 < 2 ? $3 : NaN) name 'x' nooutput
    set xtics autofreq scale 1
    set key width -1
    set xlabel 'polygons clipped into the view' offset 0,0.6
    set ylabel 'ms per frame' offset 1.2,0
    set xrange [0:rounded_up(x_max)]
    set style fill transparent solid 0.55 noborder
    set multiplot
    do for [s=0:1] {
        # Frames far above the others were interrupted: they are left out.
        set yrange [*:*]
        stats file('surfaces') using ($1 == s ? $4 : NaN) name 'y' nooutput
        set yrange [0:rounded_up(y_mean + 4 * y_stddev)]
        set lmargin at screen 0.075 + s * 0.49
        set rmargin at screen 0.49 + s * 0.49
        set label 1 word(sizes, s + 1) at graph 0.03,0.94
        plot for [d=1:num_demos] file('surfaces') \
            using ($1 == s && $2 == d - 1 ? $3 : NaN):4 with points pt 7 ps 0.5 \
            lc rgb demo_colours[d] title (s == 0 ? word(demos, d) : '')
        unset label 99
        unset ylabel
    }
    unset multiplot
    unset label 1
    set style fill solid 1.0 noborder
    set lmargin at screen 0.075
    set rmargin at screen 0.98
}

if (is_measured('threads')) {
    set output out.'/threads.svg'
    eval free_ranges
    stats file('threads') using 3 name 'x' nooutput
    more = int(x_max) - 1
    eval titled('Speed of several threads relative to one (2 threads, then more); in the bars: time spent computing')
    eval size_tics
    unset xlabel
    set ylabel 'times one thread' offset 1.2,0
    set xrange [0:num_sizes]
    set yrange [0:x_max * 1.1]
    bar = 0.4 / more
    middle(s, look, threads) = s + 0.1 + (look * more + threads - 1.5) * bar
    do for [n=2:more+1] {
        set arrow n from graph 0,first n to graph 1,first n nohead dt 2 lc rgb '#222222'
    }
    plot for [i=0:1] file('threads') using ($2 == i ? middle($1, $2, $3) : NaN):4:(bar * 0.95) \
            with boxes lc rgb line_colours[i + 2] title line_names[i + 2], \
        file('threads') using (middle($1, $2, $3)):4:(sprintf('%.2f', $4)) \
            with labels offset 0,0.6 notitle, \
        file('threads') using (middle($1, $2, $3)):(0):(sprintf('%.0f %%', $5)) \
            with labels offset 0,0.7 tc rgb '#ffffff' notitle
    do for [n=2:more+1] { unset arrow n }
}

if (is_measured('phases')) {
    array colours[8] = [blue, sky, pink, green, red, orange, black, grey]
    set terminal svg size 860,(110 + num_sizes * 68) fixed font 'sans-serif,12' background '#ffffff' noenhanced
    set output out.'/phases.svg'
    eval titled('Time of a frame by phase: percent, one thread, mean of all demos')
    rows = num_sizes * 2
    row(s, look) = s * 2.4 + look
    set lmargin at screen 0.19
    set rmargin at screen 0.89
    set tmargin at screen 0.83
    set bmargin at screen 0.13
    set key at screen 0.05,0.935 maxrows 2 width -5
    set xrange [0:100]
    set yrange [rows * 1.2 - 0.7:-0.6]
    set xtics autofreq scale 1
    set xlabel 'percent of the frame' offset 0,0.6
    unset ylabel
    unset grid
    set ytics scale 0 offset 0,0
    set ytics (word(sizes, 1).', faithful' 0)
    do for [s=1:num_sizes] {
        set ytics add (word(sizes, s).', faithful' row(s - 1, 0))
        set ytics add (word(sizes, s).', exact' row(s - 1, 1))
    }
    plot for [g=0:7] file('phases') using ($3 == g ? ($4 + $5) / 2 : NaN):(row($1, $2)):4:5: \
            (row($1, $2) - 0.42):(row($1, $2) + 0.42) with boxxyerror lc rgb colours[g + 1] \
            title groups[g + 1], \
        file('phases') using ($5 - $4 >= 3.5 ? ($4 + $5) / 2 : NaN):(row($1, $2)): \
            (sprintf('%.0f', $5 - $4)) with labels font ',11' tc rgb '#ffffff' notitle, \
        file('phases') using ($3 == 0 ? 100 : NaN):(row($1, $2)):(sprintf('%.3f ms', $6)) \
            with labels left offset 1,0 notitle
    set ytics autofreq scale 1 offset 0.5,0
    set grid ytics lc rgb '#dddddd' lt 1
    set terminal svg size 860,380 fixed font 'sans-serif,12' background '#ffffff' noenhanced
    set key at screen 0.075,0.92 maxrows 1
    set lmargin at screen 0.075
    set rmargin at screen 0.98
    set tmargin at screen 0.82
    set bmargin at screen 0.15
}

if (is_measured('limits')) {
    array bars[5] = ['frame', 'spans', 'spans, no texels', 'to 32 bits', 'memory fill']
    array colours[5] = [grey, red, orange, blue, sky]
    set output out.'/limits.svg'
    eval free_ranges
    stats file('limits') using 2 name 'y' nooutput
    eval titled('Nanoseconds per pixel, and the limits of the machine (exact, one thread)')
    eval size_tics
    unset xlabel
    set key width -4
    set ylabel 'ns per pixel' offset 1.2,0
    set xrange [0:num_sizes]
    set yrange [0:rounded_up(y_max * 1.02)]
    bar = 0.86 / 5
    plot for [i=0:4] file('limits') using ($1 + 0.075 + (i + 0.5) * bar):(column(i + 2)):(bar * 0.95) \
            with boxes lc rgb colours[i + 1] title bars[i + 1], \
        for [i=0:4] file('limits') using ($1 + 0.075 + (i + 0.5) * bar):(column(i + 2)): \
            (sprintf('%.2f', column(i + 2))) with labels font ',10' offset 0,0.6 notitle
}
